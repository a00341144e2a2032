/** A value of a column, and its contribution to the score. */
export interface TermPoint {
  readonly value: number
  readonly score: number
  /** the share of the examples with this value, or with a value between it and the previous point */
  readonly share: number
}

/** A category of a column, and its contribution to the score. */
export interface CategoryScore {
  readonly name: string
  readonly score: number
  /** the share of the examples with this category */
  readonly share: number
}

/**
 * The contributions of the values of a column to the score by themselves (base features and bins together), relative to the mean
 * over the examples. Between two points, the bins of the next point apply.
 */
export interface ColumnTerm {
  readonly kind: 'column'
  readonly class?: number | string
  readonly columns: readonly [string]
  /** the standard deviation of its contribution over the examples */
  readonly contribution: number
  /** ascending; empty for a column of categories */
  readonly points: readonly TermPoint[]
  /** the borders between bins */
  readonly edges: readonly number[]
  /** by share, largest first */
  readonly categories: readonly CategoryScore[]
}

/** A part of a column in a cross: a range of its values, or a category. */
export interface TermPart {
  readonly name: string
  /** above this value; absent: from the least */
  readonly from?: number
  /** up to this value; absent: to the largest */
  readonly to?: number
  /** its share of the examples with a value */
  readonly share: number
}

/** An axis of a table of scores: a column in parts. */
export interface TermAxis {
  readonly column: string
  /** if there are many categories, the most frequent ones */
  readonly parts: readonly TermPart[]
}

/** The joint contribution of two or three columns to the score, besides the contribution of each. */
export interface CrossTerm {
  readonly kind: 'pair' | 'triple'
  readonly class?: number | string
  readonly columns: readonly string[]
  /** the standard deviation of its contribution, assuming independent columns */
  readonly contribution: number
  readonly axes: readonly TermAxis[]
  /** by part of the first axis, then of the second, then of the third */
  readonly scores: readonly number[]
}

/** A term of the score of a model with derived features, which is a sum of such terms. */
export type Term = ColumnTerm | CrossTerm
