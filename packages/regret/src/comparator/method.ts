/** The result of a method: weights in its own coordinates, and the most by which their value exceeds the optimum. */
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
