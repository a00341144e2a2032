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
  /** by lane: its weight before the first example, and its part of what is shared; they sum to 1. Absent: all equal */
  readonly prior?: Float64Array | undefined
  /** of real labels: by how much errors fade with each example; absent: 0 */
  readonly fading?: number | undefined
}

/** A mixture as a sum of the scores of its lanes: see `EnsembleMixture.linear`. */
export interface LinearMixture {
  /** by lane: the factor of its scores */
  readonly factors: Float64Array
  /** by class: what is added to its score; of two classes and of real labels to the only score */
  readonly offsets: Float64Array
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
  /** Returns the loss of the last prediction: that by which a mixture is judged with and without some of its lanes. */
  lost(label: number): number
  /** Returns the loss that the last prediction would have had without the lanes that are 1 here. */
  lostWithout(skipped: Float64Array, label: number): number
  /** Returns the weights of the lanes; they sum to 1. */
  weights(): Float64Array
  /** Returns the sum of scores that comes nearest to what is put out: exact for numbers, for probabilities their geometric mean. */
  linear(): LinearMixture
  /** Returns how far each lane is behind, in units of the logarithm of its weight in EW; Infinity: it diverged. */
  deficits(): Float64Array
  /** Returns the state of the mixture of these lanes alone, which share the weight of the others. */
  selected(lanes: readonly number[]): readonly Float64Array[]
}
