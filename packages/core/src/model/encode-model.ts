import type { Patch, Pieces } from '@ol/platform'
import { type Backend, binLevels, derivedKeys, limits } from '@ol/spec'
import { withoutScales } from '../names/scales.js'
import type { Steps } from '../table/steps.js'
import type { Stored } from '../table/store.js'
import { Checksum, checksumText } from './checksum.js'
import { hasMissing } from './missing-state.js'
import { checkElements, unsaved } from './model-check.js'
import type { CheckedModel, ExpertFile, ModelState } from './model-file.js'
import { checksumOffset, encodeHeader, type Header } from './model-header.js'
import { refusalOf } from './model-sound.js'
import { type Tensor, tensorsOf } from './model-tensors.js'
import { bytesOf, spans } from './tensor-bytes.js'
import { gather, PieceMemory } from './tensor-elements.js'
import { touchedSlots } from './touched.js'

/*
 * Models are encoded in pieces, so that no copy of a table is made.
 */

/**
 * Yields the bytes of a model file in pieces, some of them empty; then checksums as patches. OL_MODEL_STATE if a number of it is outside
 * its range: `decodeModel` would refuse the file.
 */
export function* encodeModel(model: ModelState, backend: Backend): Pieces {
  return (yield* encodeChecked(yield* checkedModel(model, backend), backend)).patches
}

/** A file that was encoded. */
interface Encoded {
  readonly patches: readonly Patch[]
  /** with the patches */
  readonly checksum: number
}

function* encodeChecked(model: CheckedModel, backend: Backend): Generator<Uint8Array, Encoded, void> {
  const { slots, missing } = model.checked
  const header = headerOf(model, slots, missing)
  const tensors = tensorsOf(header, model.table.scalars.length)
  const head = encodeHeader(header, tensors)
  const state = { ...model, slots }
  const memory = new PieceMemory()
  const rest = new Checksum()
  const patches: Patch[] = []
  yield head
  for (const tensor of tensors) {
    const expert = expertIn(model, tensor)
    if (expert !== undefined) {
      const file = yield* encodeChecked(expert, backend)
      rest.addFile(file.checksum, tensor.end - tensor.start)
      const before = head.length + tensor.start
      for (const { offset, bytes } of file.patches) patches.push({ offset: before + offset, bytes })
      continue
    }
    for (const [from, to] of spans(tensor)) {
      const elements = gather(state, tensor, from, to, memory, backend)
      const outside = checkElements(tensor, elements, from, model.counts.examples, backend)
      if (outside !== undefined) throw unsaved(outside)
      const piece = bytesOf(tensor, elements)
      rest.add(piece)
      yield piece
    }
  }
  const own = { offset: checksumOffset, bytes: new TextEncoder().encode(checksumText(rest.after(head))) }
  head.set(own.bytes, own.offset)
  return { patches: [...patches, own], checksum: rest.after(head) }
}

/** Returns the expert whose file a tensor contains; undefined: it contains none. */
function expertIn({ expansion }: ModelState, { source }: Tensor): CheckedModel | undefined {
  return source.kind === 'expert' ? expansion?.experts[source.number].model : undefined
}

/** Checks a model that was not checked before; throws OL_MODEL_STATE if its file could not be loaded. */
export function* checkedModel(model: ModelState, backend: Backend): Steps<CheckedModel> {
  if (model.checked !== undefined) return { ...model, checked: model.checked }
  const slots = yield* touchedSlots(model.settings, model, backend)
  const size = sizeOf(model)
  const missing = yield* hasMissing(model.settings, model, size, slots, backend)
  const refusal = yield* refusalOf(model, model.table, size, slots, backend)
  if (refusal !== undefined) throw refusal
  return { ...model, checked: { slots, missing } }
}

/** Returns the file of an expert: OL_MODEL_STATE as `checkedModel`. */
export function* expertFile(state: ModelState, backend: Backend): Steps<ExpertFile> {
  const model = yield* checkedModel(state, backend)
  return { model, length: yield* modelSize(model, backend) }
}

/** The number of bytes of the file that `encodeModel` makes. `all`: as if every slot of its table were touched. */
export function* modelSize(model: ModelState, backend: Backend, all = false): Steps<number> {
  const { settings, checked } = model
  const slotsOf = function* (): Steps<Uint32Array | undefined> {
    return checked === undefined ? yield* touchedSlots(settings, model, backend) : checked.slots
  }
  const slots = all ? undefined : yield* slotsOf()
  const missing = checked?.missing ?? (yield* hasMissing(settings, model, sizeOf(model), slots, backend))
  const header = headerOf(model, slots, missing)
  const tensors = tensorsOf(header, model.table.scalars.length)
  return encodeHeader(header, tensors).length + tensors[tensors.length - 1].end
}

/** Returns the rows in use. */
function sizeOf({ table, keys }: Stored): number {
  return keys === undefined ? table.rows : keys.length / 2
}

function headerOf(
  { settings, counts, table, keys, names, unnamed, expansion }: ModelState,
  slots: Uint32Array | undefined,
  missing: boolean,
): Header {
  const count = names.keys.length / 2
  return {
    settings,
    counts,
    rows: sizeOf({ table, keys }),
    slots: slots?.length,
    missing,
    // a model without names, with the default option, is written like one from before names existed
    ...(count === 0 && settings.names === limits.defaultNames
      ? {}
      : { names: { count, bytes: names.text.length, unnamed, ...withoutScales(settings, names) } }),
    ...(expansion === undefined
      ? {}
      : {
          expansion: {
            numbers: expansion.numbers.length,
            experts: expansion.experts.map(({ length }) => length),
            bins: binLevels,
            keys: derivedKeys,
          },
        }),
  }
}
