import { type BackendChoice, type JsonValue, Learner } from '@ol/core'
import { checksumLength, checksumOffset, encodedModel } from '@ol/core/internal'
import { crc32, openRandom, type Patch, type Pieces, writeAtomic } from '@ol/platform'
import { invalid, isDetached, isTypedArray, OLError } from '@ol/spec'
import type { HoldoutState } from '../operations/holdout-options.js'
import type { AnyLearner } from '../session.js'
import { checkedState, type StoredState } from './check-state.js'
import { heldOutFromJson, heldOutToJson, type Position, type TrainingState } from './training-state.js'

/*
 * A checkpoint: 8 bytes that name the format and its version; the length of the state, its CRC-32, and the CRC-32 of the
 * state and the checksums of the models after it (unsigned, 32 bits, little-endian); the state as JSON in UTF-8; the
 * model file of the best pass if it is not the last; and a model file to the end. The last sum shows that a model comes
 * from another checkpoint.
 */

const magic = new TextEncoder().encode('OLCKPT5\n')
const lengthOffset = magic.length
const stateSumOffset = lengthOffset + 4
const sumOffset = stateSumOffset + 4
const headBytes = sumOffset + 4

/** Returns the checksum that a model file states. */
const checksumOf = (model: Uint8Array): Uint8Array =>
  model.subarray(checksumOffset, checksumOffset + checksumLength)

/** Writes a checkpoint atomically: whatever happens, the file is the last one or this one. */
export function writeCheckpoint(
  path: string,
  state: TrainingState,
  heldOut: HoldoutState,
  learner: AnyLearner,
): Promise<void> {
  const json = new TextEncoder().encode(JSON.stringify({ ...state, heldOut: heldOutToJson(heldOut) }))
  const head = new Uint8Array(headBytes + json.length)
  head.set(magic)
  const view = new DataView(head.buffer)
  view.setUint32(lengthOffset, json.length, true)
  view.setUint32(stateSumOffset, crc32(json), true)
  head.set(json, headBytes)
  return writeAtomic(path, behind(head, heldOut.kept ?? new Uint8Array(0), encodedModel(learner)))
}

function* behind(head: Uint8Array, kept: Uint8Array, model: Pieces): Pieces {
  const before = crc32(checksumOf(kept), crc32(head.subarray(headBytes)))
  yield head
  if (kept.length > 0) yield kept
  const patches = yield* model
  const { bytes: checksum } = patches.find(({ offset }) => offset === checksumOffset) as Patch
  const sum = new Uint8Array(4)
  new DataView(sum.buffer).setUint32(0, crc32(checksum, before), true)
  const start = head.length + kept.length
  return [
    { offset: sumOffset, bytes: sum },
    ...patches.map(({ offset, bytes }) => ({ offset: start + offset, bytes })),
  ]
}

/** A checkpoint as stored in a file: the model is not loaded. */
interface Stored {
  readonly state: StoredState
  /** the model of the best pass, if it is not the last */
  readonly kept: () => Promise<Uint8Array | undefined>
  readonly model: () => Promise<Uint8Array>
}

/** Reads the bytes [from, to) of a checkpoint, fewer at its end. */
type Slice = (from: number, to: number) => Promise<Uint8Array>

async function stored(slice: Slice, file: string | undefined): Promise<Stored> {
  const place = file === undefined ? {} : { file }
  const head = await slice(0, headBytes)
  const name = new TextDecoder().decode(head.subarray(0, magic.length))
  if (!/^OLCKPT\d\n$/.test(name) || head.length < headBytes)
    throw new OLError('OL_CHECKPOINT', 'expected a checkpoint of a training but received another file', place)
  if (name !== 'OLCKPT5\n')
    throw new OLError('OL_CHECKPOINT', `expected version 5 of checkpoints but received ${name[6]}`, place)
  const view = new DataView(head.buffer, head.byteOffset)
  const length = view.getUint32(lengthOffset, true)
  const from = headBytes + length
  const json = await slice(headBytes, from)
  let sum = crc32(json)
  if (json.length < length || sum !== view.getUint32(stateSumOffset, true))
    throw new OLError('OL_CHECKPOINT', 'the checkpoint is truncated or corrupt', place)
  const state = checkedState(parsed(json), place)
  const { keptBytes } = state.heldOut
  for (const start of keptBytes === 0 ? [from] : [from, from + keptBytes])
    sum = crc32(await slice(start + checksumOffset, start + checksumOffset + checksumLength), sum)
  if (sum !== view.getUint32(sumOffset, true))
    throw new OLError('OL_CHECKPOINT', 'the checkpoint is truncated, or has the model of another one', place)
  return {
    state,
    kept: async () => (keptBytes === 0 ? undefined : slice(from, from + keptBytes)),
    model: () => slice(from + keptBytes, Number.POSITIVE_INFINITY),
  }
}

function parsed(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(json))
  } catch {
    // it is not a state either
    return undefined
  }
}

async function withCheckpoint<T>(
  checkpoint: string | Uint8Array,
  action: (stored: Stored) => Promise<T>,
): Promise<T> {
  if (typeof checkpoint !== 'string' && !isTypedArray(checkpoint, 'Uint8Array'))
    throw invalid('OL_PARAMETER', 'the checkpoint', 'its path, or its bytes', checkpoint)
  if (typeof checkpoint !== 'string' && isDetached(checkpoint))
    throw invalid('OL_PARAMETER', 'the checkpoint', 'bytes that were not transferred', checkpoint)
  if (typeof checkpoint !== 'string')
    return action(await stored(async (from, to) => checkpoint.subarray(from, to), undefined))
  const file = await openRandom(checkpoint).catch((error: unknown) => refuseMissing(error, checkpoint))
  if (file === undefined)
    throw new OLError('OL_CHECKPOINT', 'expected a regular file but received a pipe or a device', {
      file: checkpoint,
    })
  try {
    const { byteLength } = file
    const slice: Slice = async (from, to) =>
      new Uint8Array(await file.slice(Math.min(from, byteLength), Math.min(to, byteLength)))
    return await action(await stored(slice, checkpoint))
  } finally {
    await file.close()
  }
}

/** Explains when a missing file would exist. */
function refuseMissing(error: unknown, file: string): never {
  if (!(error instanceof OLError) || error.code !== 'OL_FILE_MISSING') throw error
  const text =
    'there is no such file: a training writes its first checkpoint after the interval, or when a signal ends it; one that ended before has nothing left to resume, and one that was killed before starts again'
  throw new OLError(error.code, text, { file, cause: error })
}

/** The facts that a checkpoint gives about its training. */
export interface CheckpointInfo {
  readonly position: Position
  readonly passes: number
  /** the value that `checkpoint.context` had */
  readonly context: JsonValue
}

/**
 * Reads the facts about a training from its checkpoint, without loading the model.
 *
 * @throws OLError OL_CHECKPOINT, OL_FILE_*
 */
export function readCheckpoint(checkpoint: string | Uint8Array): Promise<CheckpointInfo> {
  return withCheckpoint(checkpoint, async ({ state: { position, passes, context } }) => ({
    position,
    passes,
    context,
  }))
}

/**
 * Loads a checkpoint: the learner, and the position of its training. `other`: the backend to use instead of the training's
 */
export function loadCheckpoint(
  checkpoint: string | Uint8Array,
  other: BackendChoice | undefined,
): Promise<{
  readonly learner: AnyLearner
  readonly backend: BackendChoice | undefined
  readonly state: TrainingState
  readonly heldOut: HoldoutState
}> {
  return withCheckpoint(checkpoint, async ({ state, kept, model }) => {
    const best = await kept()
    const backend = other ?? state.backend ?? undefined
    const options = backend === undefined ? {} : { backend }
    // a fault in it would show at the end of the training
    if (best !== undefined) Learner.fromBytes(best, options)
    return {
      learner: Learner.fromBytes<number | string>(await model(), options),
      backend,
      state,
      heldOut: heldOutFromJson(state.heldOut, best),
    }
  })
}
