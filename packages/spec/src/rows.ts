/**
 * The rows of features with a row each, in the order of their first appearance: the 64-bit key of each row, and an
 * open-addressing table from a key to its row. JavaScript owns the arrays; only the backends know the slot of a key.
 */
export interface RowSlots {
  /** row + 1 (0: the slot is free); a power of two of slots */
  readonly slots: Uint32Array
  /** by row, lower and upper half of its key, for as many rows as `capacityOf`; meaningless past the rows in use */
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
  /** the maximum number of rows: a new feature past it has no row */
  most: 2,
  /** values of features without a row, of the examples that were located */
  ignored: 3,
  /** 1: a missing value has a row too, for rules that count it; 0: it has none, like a value of 0 */
  missing: 4,
} as const

/** Represents the row of a feature without a row. */
export const noRow = 0xffffffff

/** Returns the counts of an index without features. `most`: the maximum number of rows */
export function emptyCounts(most: number = noRow): Uint32Array<ArrayBuffer> {
  return Uint32Array.of(0, 0, most, 0, 0)
}

/** Returns the maximum number of rows for these slots: probes stay short while half of the slots are free. */
export function capacityOf(slots: Uint32Array): number {
  return slots.length / 2
}
