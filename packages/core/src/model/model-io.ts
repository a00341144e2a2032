import { openRandom, type Pieces, type SlicedWrite, writeInSlices } from '@ol/platform'
import { type Backend, invalid, isDetached, isTypedArray, OLError, withFile } from '@ol/spec'
import { sizeText } from '../table/allocate.js'
import { allSteps, type Steps } from '../table/steps.js'
import { decodeModel } from './decode-model.js'
import { checkedModel, encodeModel, modelSize } from './encode-model.js'
import type { ModelState } from './model-file.js'

/** Returns the bytes of a model file. */
export function modelToBytes(state: ModelState, backend: Backend): Uint8Array {
  const model = allSteps(checkedModel(state, backend))
  const size = allSteps(modelSize(model, backend))
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(size)
  } catch (cause) {
    const text = `A model file of ${sizeText(size)} does not fit into one array: save it to a file`
    throw new OLError('OL_MEMORY', text, { value: size, cause })
  }
  let position = 0
  const pieces = encodeModel(model, backend)
  for (;;) {
    const next = pieces.next()
    if (next.done === true) {
      for (const patch of next.value) bytes.set(patch.bytes, patch.offset)
      return bytes
    }
    bytes.set(next.value, position)
    position += next.value.length
  }
}

export function modelFromBytes(bytes: Uint8Array, backend: Backend): ModelState {
  if (!isTypedArray(bytes, 'Uint8Array'))
    throw invalid('OL_MODEL_FORMAT', 'the bytes of a model', 'a Uint8Array', bytes)
  if (isDetached(bytes))
    throw invalid('OL_MODEL_FORMAT', 'the bytes of a model', 'bytes that were not transferred', bytes)
  const decoder = decodeModel(bytes.length, backend)
  let position = 0
  let next = decoder.next()
  while (next.done !== true) {
    const piece = bytes.subarray(position, position + next.value)
    position += piece.length
    next = decoder.next(piece)
  }
  return next.value
}

/** Writes the model file atomically, a few pieces at a time: the parts of the model may change after `takeAll`. */
export function modelToFile(path: string, model: Steps<ModelState>, backend: Backend): SlicedWrite {
  checkPath(path)
  return writeInSlices(path, modelPieces(model, backend))
}

/** Yields the bytes of the file of a model that is not assembled yet: see `encodeModel`. */
export function* modelPieces(model: Steps<ModelState>, backend: Backend): Pieces {
  return yield* encodeModel(yield* model, backend)
}

export async function modelFromFile(path: string, backend: Backend): Promise<ModelState> {
  checkPath(path)
  const file = await openRandom(path)
  if (file === undefined)
    throw new OLError(
      'OL_FILE_UNREADABLE',
      'expected a regular file but received a device, a pipe or a socket',
      { file: path, value: path },
    )
  try {
    const decoder = decodeModel(file.byteLength, backend)
    let position = 0
    let next = decoder.next()
    while (next.done !== true) {
      const piece = new Uint8Array(
        await file.slice(position, Math.min(position + next.value, file.byteLength)),
      )
      position += piece.length
      next = decoder.next(piece)
    }
    return next.value
  } catch (error) {
    if (!(error instanceof OLError) || error.file !== undefined) throw error
    throw withFile(error, path)
  } finally {
    await file.close()
  }
}

function checkPath(path: unknown): void {
  if (typeof path !== 'string' || path === '')
    throw invalid('OL_PARAMETER', 'the path of a model', 'a string', path)
}
