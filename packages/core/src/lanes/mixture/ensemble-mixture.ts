import type { MixingTurns, MixtureOutput } from '@ol/spec'

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

/** A mixture without some of its lanes, to see what it would lose. */
export interface Trial {
  /** by lane: 1 where the trial goes on without it */
  readonly skipped: Float64Array
  /** what the mixture lost with all lanes, and without those; added to */
  readonly lost: Float64Array
}

/** A stage after the kernel that makes one prediction of those of the lanes of an ensemble. */
export interface EnsembleMixture {
  /** stored in a model file */
  readonly state: readonly Float64Array[]
  /**
   * Fills the prediction of each example, a number or the probability of each class, before the weights move by it. Labels are numbers,
   * numbers of classes from 0, or > 0 for the second of two. `late`: see `MixingState`; of real labels it stays as it is
   */
  answer(turns: MixingTurns, out: Float64Array, trial?: Trial, late?: Float64Array): void
  /** Returns the weights of the lanes; they sum to 1. */
  weights(): Float64Array
  /** Returns the sum of scores that comes nearest to what is put out: exact for numbers, for probabilities their geometric mean. */
  linear(): LinearMixture
  /** Returns how far each lane is behind, in units of the logarithm of its weight in EW; Infinity: it diverged. */
  deficits(): Float64Array
  /** Returns the state of the mixture of these lanes alone, which share the weight of the others. */
  selected(lanes: readonly number[]): readonly Float64Array[]
}
