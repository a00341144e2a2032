import type { Tokens } from './tokenizer.js'

/*
 * The data of n-grams and interactions that pass to a backend: plain numbers and typed arrays, made once for an input.
 */

/** The n-grams and interactions that are built from the namespaces of an example, each known by a byte. */
export interface CrossPlan {
  /** for each byte that a tokenizer gives a namespace: the byte that it counts as; 256: its features are ignored */
  readonly goesBy: Uint32Array
  /** by a byte that represents a column: the first byte of its name; by any other byte: itself */
  readonly spaceOf: Uint8Array
  /** the bytes that represent columns */
  readonly columns: Uint8Array
  /**
   * for each byte: the length of its longest n-grams, their maximum gap, and the number of its features that are used
   */
  readonly grams: Uint32Array
  readonly skips: Uint32Array
  readonly most: Uint32Array
  /**
   * the namespaces of interactions, one after another; 58 (a colon) is any namespace; interaction i ends at
   * `interactionEnds[i]`
   */
  readonly interactions: Uint8Array
  readonly interactionEnds: Uint32Array
  /** the same for interactions of columns, by the bytes that represent them */
  readonly named: Uint8Array
  readonly namedEnds: Uint32Array
  /** whether the same namespaces in another order are a different interaction */
  readonly permutations: boolean
  /** whether the last feature of each example is the constant, which belongs to no namespace */
  readonly constant: boolean
  /** whether upper halves of keys are made */
  readonly wide: boolean
  /** whether the namespaces of features are written */
  readonly groups: boolean
}

/** The part of tokens that is read. */
export type CrossTokens = Pick<Tokens, 'offsets' | 'indices' | 'upper' | 'values' | 'spaces' | 'spaceEnds'>

/** The resulting features; the caller allocates the arrays and reuses them for the next call. */
export interface CrossedFeatures {
  /** the starts of the examples of the call, and their end */
  starts: Uint32Array
  /**
   * the indices; this and the next two arrays have `crossSlack` more elements than they hold, which may be overwritten
   */
  lowers: Uint32Array
  /** the upper halves of keys if the plan requests them; otherwise of any length */
  uppers: Uint32Array
  amounts: Float64Array
  /** the namespaces of features, as in `Batch.groups`, if the plan requests them; otherwise of any length */
  groups: Uint8Array
  /** per example one of `crossFaults`; an example with a fault has no features */
  faults: Uint8Array
}

/** The faults of an expanded example: a product that is not a valid value, or too many features. */
export const crossFaults = { none: 0, value: 1, features: 2 } as const

/**
 * The number of features after which a call stops. Expansion may multiply the features of a chunk by a thousand, and
 * they should still be in the processor's caches when they are learned.
 */
export const crossPiece: number = 1 << 17

export const crossSlack = 16
