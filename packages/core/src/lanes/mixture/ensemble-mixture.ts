import type { MixtureOutput } from '../../options/ensemble-options.js'

/** What an ensemble is mixed for, and what is put out. */
export interface Shape {
  /** of each class, or of the model */
  readonly lanes: number
  /** 2 for labels -1 and +1 */
  readonly classes: number
  /** one score for both classes */
  readonly binary: boolean
  /** of each lane: whether its classes are one distribution already (softmax loss) */
  readonly exclusive: readonly boolean[]
  readonly output: MixtureOutput
}

/** A stage after the kernel that makes one prediction of those of the lanes of an ensemble. */
export interface EnsembleMixture {
  /** stored in a model file */
  readonly state: readonly Float64Array[]
  /**
   * Fills the prediction, a number or the probability of each class, from the scores of the lanes from `at` on: by class,
   * then lane.
   */
  predict(scores: Float64Array, at: number, out: Float64Array, to: number): void
  /** Updates the weights by the label of an example of weight h (of classes its number, from 0), after `predict`. */
  learn(label: number, h: number): void
  /** Returns the weights of the lanes; they sum to 1. */
  weights(): Float64Array
}
