/**
 * The rows of features that have one each, in the order of their first appearance: an open-addressing table from the key
 * of a feature, 64 bits, to its row. Arrays owned by JavaScript; which slot a key has is known to the backends alone.
 */
export interface RowSlots {
  /** `slotWords` per slot, a power of two of slots: lower and upper half of the key, row + 1 (0: the slot is free) */
  readonly slots: Uint32Array
  /** see `rowCounts` */
  readonly counts: Uint32Array
}

export const slotWords = 3

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
  return slots.length / slotWords / 2
}
