/**
 * The rows of features that have one each, in the order of their first appearance: the key of each row, 64 bits, and an
 * open-addressing table from a key to its row. Arrays owned by JavaScript; which slot a key has is known to the backends
 * alone.
 */
export interface RowSlots {
  /** row + 1 (0: the slot is free); a power of two of slots */
  readonly slots: Uint32Array
  /** by row, lower and upper half of its key, for as many rows as `capacityOf`; past the rows in use they mean nothing */
  readonly keys: Uint32Array
  /** see `rowCounts` */
  readonly counts: Uint32Array
}

/** Positions in `RowSlots.counts`. */
export const rowCounts = {
  /** rows in use */
  used: 0,
  /** one past the largest row that was handed out, unseen features of a prediction included */
  reach: 1,
  /** rows that may be in use: a new feature past them has none */
  most: 2,
  /** values of features without a row, of the examples that were located */
  ignored: 3,
  /** 1: a missing value has a row too, for rules that count it; 0: it has none, like a value of 0 */
  missing: 4,
} as const

/** In place of the row of a feature that has none. */
export const noRow = 0xffffffff

/** Returns the counts of an index without features. `most`: rows that may be in use; `missing`: whether missing values have rows. */
export function emptyCounts(most: number = noRow, missing = false): Uint32Array<ArrayBuffer> {
  return Uint32Array.of(0, 0, most, 0, missing ? 1 : 0)
}

/** Returns the rows that this many slots have room for: probes stay short while half of the slots are free. */
export function capacityOf(slots: Uint32Array): number {
  return slots.length / 2
}
