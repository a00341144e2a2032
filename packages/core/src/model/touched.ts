import { areZero } from '@ol/platform'
import {
  type Backend,
  OLError,
  type RuleEntry,
  ruleOf,
  type StateEntry,
  type Table,
  writtenBytes,
} from '@ol/spec'
import type { Settings } from '../options/settings.js'
import type { TableWords } from '../table/copy-lanes.js'
import type { Snapshot } from '../table/snapshot.js'
import { type Steps, step, stepSize } from '../table/steps.js'
import type { Stored } from '../table/store.js'
import { laneWords, wordsOf } from '../table/words.js'

/** Bytes of the number of a slot in a model file. */
const slotBytes = 4

/** Rows that are compared with 0 together: of a block that is not 0 its parts are, down to the smallest. */
const blockRows = [stepSize, 64, 8] as const

/** Returns whether a file of these settings may hold the slots that were touched alone: a table that grows has no others, and a divisor belongs to every slot. */
export function canBeSparse(settings: Settings): boolean {
  const { bits, prenormalize } = settings
  return bits !== 'grow' && ruleOf(settings).kind !== 'matrix' && prenormalize === 'none'
}

/** Returns whether this many slots of a table take fewer bytes with their numbers than all slots without. */
export function isSmaller(settings: Settings, slots: number, rows: number): boolean {
  const { lanes, precision, storedPrecision } = settings
  const { lane, shared } = ruleOf(settings)
  const width = storedPrecision !== undefined ? 2 : precision === 'float32' ? 4 : 8
  // as if no state were optional, so that a missing value does not decide how the others are stored
  const always = shared.filter(({ optional }: StateEntry) => optional !== true).length
  const bytes = lane.length * lanes * width + always * 8
  return slots * (bytes + slotBytes) < rows * bytes
}

/** Returns the slots of a table that hold anything, ascending; undefined where a file with all of them is smaller. */
export function* touchedSlots(
  settings: Settings,
  { table, snapshot }: Stored,
  backend?: WrittenParts,
): Steps<Uint32Array | undefined> {
  if (!canBeSparse(settings)) return undefined
  const { rows } = table
  const states = ruleOf(settings)
  const own = { table, words: wordsOf(table) }
  const pieces: Uint32Array[] = []
  let piece = new Uint32Array(stepSize)
  let count = 0
  let due = 0
  for (const { from, to, isZero } of rowBlocks(table, rows, backend, snapshot)) {
    if (from >= due) {
      yield step
      if (!isSmaller(settings, count, rows)) return undefined
      due = from + stepSize
    }
    if (isZero) continue
    for (let row = from; row < to; row++) {
      const place = snapshot?.placeOf(row) ?? -1
      const touched =
        snapshot === undefined || place < 0
          ? isTouched(own, states, row)
          : isTouched(snapshot.copyAt(place), states, snapshot.rowAt(place))
      if (!touched) continue
      if (count > 0 && count % stepSize === 0) {
        pieces.push(piece)
        piece = new Uint32Array(stepSize)
      }
      piece[count++ % stepSize] = row
    }
  }
  if (!isSmaller(settings, count, rows)) return undefined
  const slots = new Uint32Array(count)
  for (let k = 0; k < pieces.length; k++) {
    slots.set(pieces[k], k * stepSize)
    if (k % 64 === 0) yield step
  }
  slots.set(piece.subarray(0, count - pieces.length * stepSize), pieces.length * stepSize)
  return slots
}

/** Consecutive rows of a table. */
export interface RowBlock {
  readonly from: number
  readonly to: number
  /** whether all their bits are 0, and were: rows that are alike */
  readonly isZero: boolean
}

/** The part of a backend that tells which parts of a table were never written. */
export type WrittenParts = Pick<Backend, 'written'>

/**
 * Yields the first `used` rows in blocks: most of a sparse table are zeros, which are not looked at row by row. Neither are those whose
 * memory was never written.
 */
export function* rowBlocks(
  { lane, layout }: Table,
  used: number,
  backend?: WrittenParts,
  snapshot?: Snapshot,
): Generator<RowBlock, void, undefined> {
  const { laneStride, sharedStart, sharedStride } = layout
  const parts = backend?.written?.(lane.buffer as ArrayBuffer)
  const lanes = new ZeroBytes(lane, 0, laneStride * lane.BYTES_PER_ELEMENT, parts)
  const shared = new ZeroBytes(lane, 8 * sharedStart, 8 * sharedStride, parts)
  const isCopied = (from: number, to: number): boolean => snapshot?.hasCopies(from, to) === true
  for (let from = 0; from < used; ) {
    const end = Math.min(used, lanes.unwrittenUntil(from), shared.unwrittenUntil(from))
    const isZero = (rows: number): boolean =>
      from % rows === 0 &&
      !isCopied(from, Math.min(used, from + rows)) &&
      lanes.isZero(from, Math.min(used, from + rows)) &&
      shared.isZero(from, Math.min(used, from + rows))
    const size = end > from && !isCopied(from, end) ? end - from : blockRows.find(isZero)
    const to = Math.min(used, from + (size ?? blockRows[2]))
    yield { from, to, isZero: size !== undefined }
    from = to
  }
}

/** Finds the rows, `stride` bytes apart, whose bytes are 0; it is called with ascending rows. */
class ZeroBytes {
  readonly #bytes: Uint8Array
  readonly #start: number
  readonly #stride: number
  /** see `Backend.written` */
  readonly #parts: Uint8Array | undefined
  /** the part that was looked up, and the first from there on that may have been written */
  #asked = 0
  #written = -1

  constructor(
    { buffer, byteOffset, byteLength }: Table['lane'],
    start: number,
    stride: number,
    parts: Uint8Array | undefined,
  ) {
    this.#bytes = new Uint8Array(buffer, byteOffset, byteLength)
    this.#start = start
    this.#stride = stride
    this.#parts = parts
  }

  isZero(from: number, to: number): boolean {
    const end = Math.min(this.#start + to * this.#stride, this.#bytes.length)
    return areZero(this.#bytes, this.#start + from * this.#stride, end)
  }

  /** Returns the row, a multiple of the smallest block, before which none from `from` on was ever written; or a lower one. */
  unwrittenUntil(from: number): number {
    if (this.#parts === undefined) return from
    if (this.#stride === 0) return Number.POSITIVE_INFINITY
    const first = this.#bytes.byteOffset + this.#start
    const part = Math.floor((first + from * this.#stride) / writtenBytes)
    if (part < this.#asked || part > this.#written) {
      const found = this.#parts.indexOf(1, part)
      this.#written = found < 0 ? Number.POSITIVE_INFINITY : found
      this.#asked = part
    }
    const rows = Math.floor((this.#written * writtenBytes - first) / this.#stride)
    return rows === Number.POSITIVE_INFINITY ? rows : rows - (rows % blockRows[2])
  }
}

/** Returns whether a row holds anything but the zeros that it was made with: -0 is not one of them. */
function isTouched({ table, words }: TableWords, states: RuleEntry, row: number): boolean {
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  const width = laneWords(table)
  // numbers that pad lanes belong to nobody
  const lanes = table.lanes * width
  for (let j = 0; j < states.lane.length; j++) {
    const from = (row * laneStride + j * laneStep) * width
    for (let k = from; k < from + lanes; k++) if (words[k] !== 0) return true
  }
  const from = 2 * (sharedStart + row * sharedStride)
  const to = from + 2 * states.shared.length
  for (let k = from; k < to; k++) if (words[k] !== 0) return true
  return false
}

/** Checks the slots of a file: OL_MODEL_FORMAT where they do not ascend within the table, or one holds nothing. */
export function checkTouched(slots: Uint32Array, table: Table, settings: Settings): void {
  const states = ruleOf(settings)
  const own = { table, words: wordsOf(table) }
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i]
    if (slot < table.rows && (i === 0 || slot > slots[i - 1]) && isTouched(own, states, slot)) continue
    const text = `The model is corrupt: expected a touched slot after the one before for slot ${i} of its table, but it is ${slot}`
    throw new OLError('OL_MODEL_FORMAT', text, { value: slot })
  }
}
