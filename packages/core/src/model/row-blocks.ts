import type { Backend, Table } from '@ol/spec'
import type { Snapshot } from '../table/snapshot.js'
import { stepSize } from '../table/steps.js'

/** Consecutive rows of a table. */
export interface RowBlock {
  readonly from: number
  readonly to: number
  /** whether all their bits are 0, and were 0 before, so that the rows are equal */
  readonly isZero: boolean
}

/** The part of a backend that finds the rows in use. */
export type FindsHeld = Pick<Backend, 'findHeld'>

/** Bytes that are searched together: less than 1 ms. */
const stretchBytes = 1 << 20
/** Rows whose copies are looked for together. */
const copiedRows = 64

/**
 * Yields the first `used` rows in blocks of at most `stretchBytes`, rows in use in blocks of at most `stepSize` rows: a
 * sparse table is mostly zeros.
 */
export function* rowBlocks(
  table: Table,
  used: number,
  backend: FindsHeld,
  snapshot?: Snapshot,
): Generator<RowBlock, void, undefined> {
  for (const { start, held } of heldRows(table, used, backend, snapshot)) {
    for (let row = 0; row < held.length; ) {
      const isZero = held[row] === 0
      const next = nextFlag(held, isZero ? 1 : 0, row + 1)
      const most = isZero ? held.length : row + stepSize
      const end = Math.min(next < 0 ? held.length : next, most)
      yield { from: start + row, to: start + end, isZero }
      row = end
    }
  }
}

/** Yields for stretches of the first `used` rows a flag for each row: 1 if it is in use, or was copied; valid until the next. */
export function* heldRows(
  table: Table,
  used: number,
  backend: FindsHeld,
  snapshot?: Snapshot,
): Generator<{ readonly start: number; readonly held: Uint8Array }, void, undefined> {
  const stretch = Math.max(stepSize, Math.floor((stretchBytes * table.rows) / table.layout.bytes))
  const flags = new Uint8Array(Math.min(used, stretch))
  for (let start = 0; start < used; start += stretch) {
    const held = flags.subarray(0, Math.min(stretch, used - start)).fill(0)
    findHeldRows(table, start, held, backend)
    if (snapshot?.hasCopies(start, start + held.length) === true) markCopied(snapshot, start, held)
    yield { start, held }
  }
}

/** Returns the place of the first flag of this value from `from` on, or -1. */
export function nextFlag(flags: Uint8Array, value: 0 | 1, from: number): number {
  // calling `indexOf` takes as long as this loop
  const near = Math.min(flags.length, from + 64)
  for (let k = from; k < near; k++) if (flags[k] === value) return k
  return flags.indexOf(value, from)
}

/** Marks the rows from `start` on that were copied, and their neighbours. */
function markCopied(snapshot: Snapshot, start: number, flags: Uint8Array): void {
  for (let row = 0; row < flags.length; row += copiedRows) {
    const end = Math.min(flags.length, row + copiedRows)
    if (snapshot.hasCopies(start + row, start + end)) flags.fill(1, row, end)
  }
}

/** Marks the rows in use from `start` on. */
function findHeldRows({ lane, layout }: Table, start: number, flags: Uint8Array, backend: FindsHeld): void {
  const { laneStride, sharedStart, sharedStride } = layout
  const laneBytes = laneStride * lane.BYTES_PER_ELEMENT
  const buffer = lane.buffer as ArrayBuffer
  backend.findHeld(buffer, lane.byteOffset + start * laneBytes, laneBytes, flags)
  // with one lane it is in the slot of the lane
  if (sharedStride > 0 && 8 * sharedStart >= laneBytes)
    backend.findHeld(
      buffer,
      lane.byteOffset + 8 * (sharedStart + start * sharedStride),
      8 * sharedStride,
      flags,
    )
}
