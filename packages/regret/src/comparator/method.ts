/** A linear map from weights to scores. */
export interface LinearMap {
  /** scores */
  readonly size: number
  /** weights */
  readonly width: number
  /** out = X v */
  apply(v: Float64Array, out: Float64Array): void
  /** out = X' a */
  applyTransposed(a: Float64Array, out: Float64Array): void
}

/** What a method returns: weights in its own coordinates, and how far from the optimum they can be. */
export interface Solution {
  v: Float64Array
  scores: Float64Array
  value: number
  gap: number
  iterations: number
}

/** When a method ends. */
export interface Stop {
  readonly iterations: number
  reached(value: number, gap: number): boolean
}
