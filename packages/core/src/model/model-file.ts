import { crc32, joinedCrc32, type Patch, type Pieces } from '@ol/platform'
import { type Backend, binLevels, limits, OLError, ruleOf, scalarCount } from '@ol/spec'
import type { StoredNames } from '../names/name-store.js'
import { holdsScales, tracksScales, withoutScales } from '../names/scales.js'
import { createTable } from '../table/allocate.js'
import { bitsFor } from '../table/growing-store.js'
import { allSteps, type Steps } from '../table/steps.js'
import type { Stored } from '../table/store.js'
import { fromUpperHalves, upperHalves } from './bfloat16.js'
import { hasMissing } from './missing-state.js'
import { checkCounts, checkElements, corrupt, unsaved } from './model-check.js'
import { checksumOffset, decodeHeader, encodeHeader, type Header, maxHeader } from './model-header.js'
import { checkNames, emptyNames, type NamesHeader } from './model-names.js'
import { type Checked, checkSound, refusalOf } from './model-sound.js'
import { sumsOf, type Tensor, tensorsOf } from './model-tensors.js'
import {
  type Elements,
  type ExpansionArrays,
  gather,
  PieceMemory,
  scatter,
  width,
} from './tensor-elements.js'
import { SlotCheck, touchedSlots } from './touched.js'

/*
 * The model file: see docs/formats/model.md. Both directions work in pieces, so that no copy of the table is made.
 */

/** a piece takes less than 1 ms, for which an event loop waits */
const pieceBytes = 1 << 17
const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

export interface ModelState extends Omit<Header, 'rows' | 'names' | 'missing' | 'expansion'>, Stored {
  /** in the order of `sumsOf` */
  readonly sums: readonly Float64Array[]
  /** the names of features, and whether some are not known */
  readonly names: StoredNames
  readonly unnamed: boolean
  /** arrays of derived features; absent: there are none */
  readonly expansion?: ExpertParts | undefined
  /** if it was checked that a file of the model loads: the check; absent: it has to be */
  readonly checked?: Checked | undefined
}

/** A model of which a file can be made. */
export type CheckedModel = ModelState & { readonly checked: Checked }

/** The parts of an expansion: its numbers, and the files of the experts, then of the lanes of `nag`. */
export interface ExpertParts extends ExpansionArrays {
  readonly experts: readonly ExpertFile[]
}

/** The model file of an expert: its bytes, empty where it was dropped, or the model that as many bytes are made from. */
export type ExpertFile = Uint8Array | { readonly length: number; readonly model: CheckedModel }

/**
 * Yields the bytes of a model file in pieces, some of them empty; then checksums as patches. OL_MODEL_STATE where a number of it is outside
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
  const patches: Patch[] = []
  // of what follows the header
  let checksum = 0
  yield head
  for (const tensor of tensors) {
    const { source, start, end } = tensor
    const file = source.kind === 'expert' ? model.expansion?.experts[source.number] : undefined
    if (file !== undefined && 'model' in file) {
      const inner = yield* encodeChecked(file.model, backend)
      checksum = joinedCrc32(checksum, inner.checksum, end - start)
      const before = head.length + start
      patches.push(...inner.patches.map(({ offset, bytes }) => ({ offset: before + offset, bytes })))
      continue
    }
    for (const [from, to] of spans(tensor)) {
      const elements = gather(state, tensor, from, to, memory, backend)
      const outside = checkElements(tensor, elements, from, model.counts.examples, backend)
      if (outside !== undefined) throw unsaved(outside)
      const piece = bytesOf(tensor, elements)
      checksum = crc32(piece, checksum)
      yield piece
    }
  }
  const whole = (): number => joinedCrc32(crc32(head, 0), checksum, tensors[tensors.length - 1].end)
  const own = { offset: checksumOffset, bytes: new TextEncoder().encode(hex(whole())) }
  head.set(own.bytes, own.offset)
  return { patches: [...patches, own], checksum: whole() }
}

/** Checks a model that was not: OL_MODEL_STATE where no file of it could be loaded. */
export function* checkedModel(model: ModelState, backend: Backend): Steps<CheckedModel> {
  if (model.checked !== undefined) return { ...model, checked: model.checked }
  const slots = yield* touchedSlots(model.settings, model, backend)
  const size = sizeOf(model)
  const missing = yield* hasMissing(model.settings, model, size, slots, backend)
  const refusal = yield* refusalOf(model, model.table, size, slots, backend)
  if (refusal !== undefined) throw refusal
  return { ...model, checked: { slots, missing } }
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
    // a model without any, by default, is written as one that has never heard of names
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
          },
        }),
  }
}

/** Reads this many bytes, or fewer at the end of the file. */
export type ModelDecoder = Generator<number, ModelState, Uint8Array>

/**
 * Reads a model file of `size` bytes: OL_MODEL_FORMAT, OL_MODEL_VERSION or OL_MODEL_CHECKSUM where it is not exactly a
 * file that `encodeModel` writes. Nothing is allocated before the header has been checked against the size. The
 * table is aligned for the backend (see `Backend.advise`).
 */
export function* decodeModel(size: number, backend: Backend): ModelDecoder {
  const start = new Uint8Array(exactly(yield 8, 8, 0))
  const length = Number(new DataView(start.buffer).getBigUint64(0, true))
  if (length > size - 8 || length > maxHeader || length < checksumOffset) {
    throw new OLError(
      'OL_MODEL_FORMAT',
      `Expected a model file but it has only ${size} bytes: it is not a model, or is truncated`,
      {
        value: size,
      },
    )
  }
  const head = new Uint8Array(8 + length)
  head.set(start)
  head.set(exactly(yield length, length, 8), 8)
  const stated = new TextDecoder().decode(head.subarray(checksumOffset, checksumOffset + 8))
  head.fill(0x30, checksumOffset, checksumOffset + 8)
  const header = decodeHeader(head.subarray(8))
  const { settings, rows } = header
  const tensors = tensorsOf(header, scalarCount(ruleOf(settings), settings.lanes))
  if (!sameBytes(head, encodeHeader(header, tensors))) {
    const text =
      'The header of the model does not follow from its own settings: the file is corrupt, or not written by OL'
    throw new OLError('OL_MODEL_FORMAT', text)
  }
  const expected = head.length + tensors[tensors.length - 1].end
  if (size !== expected) {
    const text = `Expected ${expected} bytes by the header of the model but it has ${size}: it is truncated or corrupt`
    throw new OLError('OL_MODEL_FORMAT', text, { value: size, expected: String(expected) })
  }
  // ranges of the table depend on them
  checkCounts(header)
  const { bits, lanes, precision } = settings
  const table = createTable(settings, bits === 'grow' ? bitsFor(rows) : bits, lanes, precision, backend)
  const keys = bits === 'grow' ? new Uint32Array(2 * rows) : undefined
  const sums = sumsOf(settings, rows).map(
    ({ shape }) => new Float64Array(shape.reduce((product, side) => product * side, 1)),
  )
  const stored = emptyNames(header.names ?? noNames, holdsScales(settings, header.names))
  const slots = header.slots === undefined ? undefined : new Uint32Array(header.slots)
  const expansion = header.expansion && {
    numbers: new Float64Array(header.expansion.numbers),
    experts: header.expansion.experts.map((bytes) => new Uint8Array(bytes)),
  }
  const state = { table, keys, slots, sums, names: stored, expansion }
  let checksum = crc32(head, 0)
  let position = head.length
  let outside: ReturnType<typeof checkElements>
  const check = slots === undefined ? undefined : new SlotCheck(slots, table.rows)
  let canPlace = true
  for (const tensor of tensors) {
    const { kind } = tensor.source
    for (const [from, to] of spans(tensor)) {
      const wanted = (to - from) * width(tensor)
      const piece = exactly(yield wanted, wanted, position)
      checksum = crc32(piece, checksum)
      position += wanted
      const elements = elementsOf(tensor, piece)
      outside ??= checkElements(tensor, elements, from, header.counts.examples, backend)
      if (kind === 'lane' || kind === 'shared') check?.note(elements, from, tensor.shape[1] ?? 1)
      // a slot that is none is refused below
      if (canPlace) scatter(state, tensor, from, elements, backend)
    }
    if (kind === 'slots') canPlace = check?.place() !== false
  }
  if (hex(checksum) !== stated) {
    const text = `Expected the checksum ${JSON.stringify(stated)} but the contents of the model have ${hex(checksum)}: it is corrupt`
    throw new OLError('OL_MODEL_CHECKSUM', text, { value: stated, expected: hex(checksum) })
  }
  if (outside !== undefined) throw corrupt(outside)
  check?.finish()
  allSteps(checkSound(header, { table, slots, size: slots?.length ?? rows }, backend))
  checkNames(stored, bits === 'grow')
  const names = tracksScales(settings) ? stored : { ...stored, scales: undefined }
  const unnamed = header.names?.unnamed ?? header.counts.features > 0
  return { settings, counts: header.counts, table, keys, sums, names, unnamed, expansion }
}

const noNames: NamesHeader = { count: 0, bytes: 0, unnamed: false }

function exactly(piece: Uint8Array, length: number, position: number): Uint8Array {
  if (piece.length === length) return piece
  const text = `The model is truncated: it ends after ${position + piece.length} bytes`
  throw new OLError('OL_MODEL_FORMAT', text, { value: position + piece.length })
}

/** Yields elements [from, to) of a tensor in pieces of whole rows of lanes. */
function* spans(tensor: Tensor): Generator<[from: number, to: number]> {
  const count = (tensor.end - tensor.start) / width(tensor)
  const perRow = tensor.shape.length > 1 ? tensor.shape[1] : 1
  const step = Math.max(1, Math.floor(pieceBytes / width(tensor) / perRow)) * perRow
  for (let from = 0; from < count; from += step) yield [from, Math.min(count, from + step)]
}

function bytesOf({ dtype }: Tensor, given: Elements): Uint8Array {
  const elements = dtype === 'BF16' ? upperHalves(given as Float32Array) : given
  const bytes = new Uint8Array(elements.buffer as ArrayBuffer, elements.byteOffset, elements.byteLength)
  return littleEndian ? bytes : swapped(bytes, elements.BYTES_PER_ELEMENT)
}

function elementsOf(tensor: Tensor, bytes: Uint8Array): Elements {
  const size = tensor.dtype === 'U64' ? 4 : width(tensor)
  const { buffer, byteOffset, byteLength } = littleEndian ? aligned(bytes, size) : swapped(bytes, size)
  const count = byteLength / size
  if (tensor.dtype === 'U8') return new Uint8Array(buffer, byteOffset, count)
  if (tensor.dtype === 'BF16') return fromUpperHalves(new Uint16Array(buffer, byteOffset, count))
  if (tensor.dtype === 'U64' || tensor.dtype === 'U32') return new Uint32Array(buffer, byteOffset, count)
  return tensor.dtype === 'F32'
    ? new Float32Array(buffer, byteOffset, count)
    : new Float64Array(buffer, byteOffset, count)
}

/** Returns bytes where numbers of a size can start, in memory that no other thread writes. */
function aligned(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset } = bytes
  return buffer instanceof ArrayBuffer && byteOffset % size === 0
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)
}

/** Returns the bytes of each element in reverse, for big-endian machines. */
export function swapped(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length)
  for (let i = 0; i < bytes.length; i += size) {
    for (let j = 0; j < size; j++) out[i + j] = bytes[i + size - 1 - j]
  }
  return out
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0')
}
