/** A value of a column, and what it adds to the score. */
export interface TermPoint {
  readonly value: number
  readonly score: number
  /** the share of the examples that have it, or a value between it and the point before */
  readonly share: number
}

/** A category of a column, and what it adds to the score. */
export interface CategoryScore {
  readonly name: string
  readonly score: number
  /** the share of the examples that have it */
  readonly share: number
}

/**
 * The additions of a column's values to the score by themselves (their weights of base features and bins together),
 * next to the mean over the examples. Between two points the bins are the next point's.
 */
export interface ColumnTerm {
  readonly kind: 'column'
  readonly class?: number | string
  readonly columns: readonly [string]
  /** the standard deviation, over the examples, of what it adds */
  readonly contribution: number
  /** ascending; empty for a column of categories */
  readonly points: readonly TermPoint[]
  /** the borders between bins */
  readonly edges: readonly number[]
  /** by share, the largest first */
  readonly categories: readonly CategoryScore[]
}

/** A part of a column in a cross: a range of its values, or a category. */
export interface TermPart {
  readonly name: string
  /** above this value; absent: from the least */
  readonly from?: number
  /** up to this value; absent: to the largest */
  readonly to?: number
  /** its share of the examples that have a value */
  readonly share: number
}

/** An axis of a table of scores: a column in parts. */
export interface TermAxis {
  readonly column: string
  /** if there are many categories, the most frequent ones */
  readonly parts: readonly TermPart[]
}

/** The addition of two or three columns to the score together, next to what each adds by itself. */
export interface CrossTerm {
  readonly kind: 'pair' | 'triple'
  readonly class?: number | string
  readonly columns: readonly string[]
  /** the standard deviation of what it adds, as if its columns were independent */
  readonly contribution: number
  readonly axes: readonly TermAxis[]
  /** by part of the first axis, then of the second, then of the third */
  readonly scores: readonly number[]
}

/** A term of the sum that a model with derived features is. */
export type Term = ColumnTerm | CrossTerm
