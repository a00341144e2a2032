/**
 * The features that have appeared, distinguished by their keys, up to a limit: an open-addressing table. Arrays owned by JavaScript;
 * which slot a key has is known to the backends alone.
 */
export interface SeenKeys {
  /** whether both halves of a key tell features apart; otherwise the lower one alone, and upper halves are not looked at */
  readonly wide: boolean
  /** `seenWords` per slot, a power of two of slots: lower and upper half of the key; all 0: the slot is free */
  readonly slots: Uint32Array
  /** see `seenCounts` */
  readonly counts: Uint32Array
  /**
   * keys that have appeared, each at the lowest bits of its lower half, where none was before; all 0: none. Most features are among
   * them, and need no probe. `seenWords` for each of `firstKeys`
   */
  readonly first: Uint32Array
}

/** The keys that `SeenKeys.first` has room for: few enough to stay in a cache. */
export const firstKeys: number = 1 << 16

/** Returns how many words a slot has. */
export function seenWords(wide: boolean): 1 | 2 {
  return wide ? 2 : 1
}

/** Positions in `SeenKeys.counts`. */
export const seenCounts = {
  /** features that have appeared, at most `limit` */
  size: 0,
  /** features that count */
  limit: 1,
  /** 1 where the key of zeros has appeared, which has no slot */
  zero: 2,
  /** positions that have been written to `found` */
  found: 3,
} as const

/** Returns the features that this many slots have room for: probes stay short while half of the slots are free. */
export function seenCapacity({ slots, wide }: SeenKeys): number {
  return slots.length / seenWords(wide) / 2
}
