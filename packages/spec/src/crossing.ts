import type { Tokens } from './tokenizer.js'

/*
 * N-grams and interactions of the features that tokenizers find: what crosses the boundary. Plain numbers and typed arrays,
 * made once for an input.
 */

/** The n-grams and interactions that are built from the namespaces of an example, each known by a byte. */
export interface CrossPlan {
  /** by each byte that tokenizers give namespaces: the byte that it counts as; 256: its features are ignored */
  readonly goesBy: Uint32Array
  /** by a byte that represents a column: the first byte of its name; by any other byte: itself */
  readonly spaceOf: Uint8Array
  /** the bytes that stand for columns */
  readonly columns: Uint8Array
  /** by each byte: the length of its longest n-grams, the gaps that they may have, and the features that count */
  readonly grams: Uint32Array
  readonly skips: Uint32Array
  readonly most: Uint32Array
  /** the namespaces of interactions, one after another, where 58 (a colon) is any; interaction i ends at `interactionEnds[i]` */
  readonly interactions: Uint8Array
  readonly interactionEnds: Uint32Array
  /** the same of interactions of columns, by the bytes that stand for them */
  readonly named: Uint8Array
  readonly namedEnds: Uint32Array
  /** whether the same namespaces in another order are another interaction */
  readonly permutations: boolean
  /** whether the last feature of each example is the constant, which belongs to no namespace */
  readonly constant: boolean
  /** whether upper halves of keys are made */
  readonly wide: boolean
  /** whether the namespaces of features are told */
  readonly groups: boolean
}

/** The part of tokens that is read. */
export type CrossTokens = Pick<Tokens, 'offsets' | 'indices' | 'upper' | 'values' | 'spaces' | 'spaceEnds'>

/** The features that are made, allocated by the caller and used again for the next. */
export interface CrossedFeatures {
  /** the starts of the examples of the call, and their end */
  starts: Uint32Array
  /** the indices; this and the next two are longer than what they hold by `crossSlack`, which is written to */
  lowers: Uint32Array
  /** the upper halves of keys where the plan asks for them; otherwise of any length */
  uppers: Uint32Array
  amounts: Float64Array
  /** the namespaces of features, as in `Batch.groups`, where the plan asks for them; otherwise of any length */
  groups: Uint8Array
  /** per example one of `crossFaults`; one with a fault has no features */
  faults: Uint8Array
}

/** The faults of features that are built from an example: too many, or a product that is no value. */
export const crossFaults = { none: 0, value: 1, features: 2 } as const

/**
 * The number of features after which a call stops. Expansion may multiply the features of a chunk by a thousand, and
 * the features that are learned should still be in the processor's caches.
 */
export const crossPiece: number = 1 << 17

export const crossSlack = 16
