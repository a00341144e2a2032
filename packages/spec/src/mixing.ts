/**
 * The outputs of a mixture of probabilities: exponential weights, a fixed share, the Bayes mixture of all three, or the
 * calibrated Bayes mixture.
 */
export type MixtureOutput = 'ew' | 'fs' | 'sw' | 'cal'

export const mixtureOutputCodes: Record<MixtureOutput, number> = { ew: 0, fs: 1, sw: 2, cal: 3 }

/** The settings of a mixture of probabilities. */
export interface MixingPlan {
  /** the number of lanes per class, or of the model */
  readonly lanes: number
  /** 2 for labels -1 and +1 */
  readonly classes: number
  /** whether both classes share one score */
  readonly binary: boolean
  readonly output: MixtureOutput
  /** by lane: 1 if its classes are already one distribution (softmax loss) */
  readonly exclusive: Uint8Array
  /**
   * by lane: its weight before the first example, which is also its fraction of the shared weight; they sum to 1.
   * Absent: all equal
   */
  readonly prior?: Float64Array | undefined
}

/** The state of a mixture of probabilities: arrays owned by JavaScript. */
export interface MixingState {
  /** by lane: the sum of its log losses; then its weight in the first fixed share, and in the second */
  readonly losses: Float64Array
  /** sums of ln p(y) of EW, FS, F2, SW, and of the calibrated distribution; then the examples of each class, and of all */
  readonly sums: Float64Array
  /** the coefficients of the calibration, then its matrix by rows */
  readonly calibration: Float64Array
  /** in a trial, by lane: 1 if the trial omits the lane; absent: there is no trial */
  readonly skipped?: Float64Array | undefined
  /** in a trial: the losses of the mixture with all lanes, and without the skipped ones; added to */
  readonly trial?: Float64Array | undefined
  /** by lane: its weight in the second fixed share, averaged over the last examples (`lateMemory`); absent: not kept */
  readonly late?: Float64Array | undefined
}

/** The number of examples over which the weights of lanes are averaged. */
export const lateMemory = 1024

/** The size of the calibration: four coefficients and a matrix of sixteen numbers. */
export const calibrationSize = 20

/** The number of elements of `MixingState.sums` before the counts of the classes. */
export const mixedDistributions = 5
export const mixingLaneStates = 3

/** The settings of a mixture with real labels. */
export interface ErrorMixingPlan {
  readonly lanes: number
  /** the factor by which each example multiplies the sums of earlier errors, in (0, 1] */
  readonly kept: number
  /** by lane: its weight before the first example; absent: all equal */
  readonly prior?: Float64Array | undefined
}

/** The state of a mixture of numbers by the squared errors of its lanes: arrays owned by JavaScript. */
export interface ErrorMixingState {
  /** by lane: the sum of its squared errors */
  readonly errors: Float64Array
  /** the weight of the examples from the first error on; the number of examples so far */
  readonly sums: Float64Array
  /** by lane: its weight, computed from these errors and sums */
  readonly laneWeights: Float64Array
  /** as in `MixingState`, in squared errors */
  readonly skipped?: Float64Array | undefined
  readonly trial?: Float64Array | undefined
}

/** The outputs of a mixture for examples of one score each, and their labels. */
export interface MixedExamples {
  /** size: a number; or twice as many: the probabilities of -1 and +1 */
  readonly out: Float64Array
  /** NaN: none */
  readonly labels: Float64Array
}

/** The outcome of examples of one score each. */
export interface ScoreOutcome {
  /** the number, or the log odds of +1 */
  readonly predictions: Float64Array
  /** the loss of that score; NaN without a label */
  readonly losses: Float64Array
}

/** How the scores of several classes become a prediction and a loss. */
export interface SettlingPlan {
  readonly classes: number
  /**
   * whether each class was learned against all others (logistic loss); otherwise the scores belong to one distribution
   */
  readonly independent: boolean
}

/** Examples of several classes with scores, and their labels. */
export interface ScoredClasses {
  readonly size: number
  /** the place of the first of them in the outcome */
  readonly from: number
  /**
   * the number of classes before the first of them. If this is less than the number of classes, the first example has a
   * new class, which was not predicted; its log loss is the loss of a guess among these classes and one more
   */
  readonly known: number
  /** size: the number of a class, from 0; NaN or negative: none */
  readonly labels: Float64Array
  /** size * classes: the scores are their logarithms; absent: the outcome already contains the scores */
  readonly probabilities?: Float64Array | undefined
}

/** The outcome of examples of several classes. */
export interface ClassOutcome {
  /** size * classes */
  readonly scores: Float64Array
  /** size: the class of the largest score, from 0, the lowest of equal ones; -1: no score is a number */
  readonly predictions: Float64Array
  /** size: -ln of the probability of the label; NaN without one */
  readonly logLosses: Float64Array
}

/** Examples that a mixture predicts in order, and learns from. */
export interface MixingTurns {
  readonly size: number
  /** by example: the scores of the lanes, by class, then by lane; NaN for a lane that diverged */
  readonly scores: Float64Array
  /** by example: the number of its class, from 0; without classes, a number > 0 represents +1 */
  readonly labels: Float64Array
  readonly weights?: Float64Array | undefined
  /** by example: 1 if the mixture learns from it */
  readonly moves: Uint8Array
}

/** The calls of a backend that mix lanes. */
export interface MixingCalls {
  /**
   * Fills the mixture's probabilities of the classes for each example, before it learns from the example. The examples
   * that it learns from change its state.
   */
  mix(plan: MixingPlan, state: MixingState, turns: MixingTurns, out: Float64Array): void
  /** Fills the mixture's prediction of a number for each example, as `mix` fills probabilities. */
  mixErrors(plan: ErrorMixingPlan, state: ErrorMixingState, turns: MixingTurns, out: Float64Array): void
  /**
   * Sets the predictions and the log losses of examples of several classes by their scores. The probability of a class is in proportion to
   * exp(score) or, with `independent`, to 1 / (1 + exp(-score)).
   */
  settleClasses(plan: SettlingPlan, scored: ScoredClasses, outcome: ClassOutcome): void
}
