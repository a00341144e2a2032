import type { Outcome } from '../lanes/outcome.js'

/** The examples of a batch as a model predicted them. */
export interface RefinedTurns {
  readonly size: number
  /** the model's outcome */
  readonly outcome: Outcome
  readonly labels: Float64Array
  readonly weights: Float64Array | undefined
  /** 1 for each example that is learned from */
  readonly moves: Uint8Array
}

/** Predicts examples from the predictions of a model. */
export interface Refiner {
  /** stored in a model file */
  readonly state: readonly Float64Array[]

  /**
   * Writes the scores of the examples in the form of the model's outcome, each before its label is learned. Returns the
   * number of the first example that was predicted; those before it have no scores.
   */
  refine(turns: RefinedTurns, scores: Float64Array): number

  /** Returns the refiner for more classes, none of which has occurred. */
  grown(classes: number): Refiner
}
