/**
 * The features that have appeared, distinguished by their keys, up to a limit: an open-addressing table. JavaScript
 * owns the arrays; only the backends know the slot of a key.
 */
export interface SeenKeys {
  /**
   * whether both halves of a key distinguish features; otherwise only the lower half does, and upper halves are ignored
   */
  readonly wide: boolean
  /** `seenWords` per slot, a power of two of slots: lower and upper half of the key; all 0: the slot is free */
  readonly slots: Uint32Array
  /** see `seenCounts` */
  readonly counts: Uint32Array
  /**
   * the first key that appeared at each place, which is given by the lowest bits of its lower half; all 0: none. Most
   * features are among these keys and need no probe. `seenWords` for each of `firstKeys`
   */
  readonly first: Uint32Array
}

/** The capacity of `SeenKeys.first` in keys: few enough to stay in a cache. */
export const firstKeys: number = 1 << 16

/** Returns the number of words of a slot. */
export function seenWords(wide: boolean): 1 | 2 {
  return wide ? 2 : 1
}

/** Positions in `SeenKeys.counts`. */
export const seenCounts = {
  /** features that have appeared, at most `limit` */
  size: 0,
  /** features that count */
  limit: 1,
  /** 1 if the key of zeros has appeared, which has no slot */
  zero: 2,
  /** positions that have been written to `found` */
  found: 3,
} as const

/** Returns the maximum number of features for these slots: probes stay short while half of the slots are free. */
export function seenCapacity({ slots, wide }: SeenKeys): number {
  return slots.length / seenWords(wide) / 2
}
