/** How thresholds of scores move: see `ThresholdCalls`. */
export interface ThresholdPlan {
  /** by threshold, ascending: the fraction of the scores that do not exceed it, within (0, 1) */
  readonly levels: Float64Array
  /**
   * the step for the first example, which shrinks with the square root of the number of examples, and the smallest step
   */
  readonly first: number
  readonly least: number
  /** the range of the thresholds */
  readonly lowest: number
  readonly highest: number
  /** the place of the threshold that is reported for each example */
  readonly usual: number
}

/** Places of the scalars of thresholds; the kernel writes `learned` and `settled`. */
export const thresholdScalars = {
  weight: 0,
  examples: 1,
  learned: 2,
  extent: 3,
  settled: 4,
  count: 5,
} as const

export interface ThresholdState {
  /**
   * see `thresholdScalars`: the weight and the number of counted examples; the weight of examples learned from, and the
   * sum of weight times extent of interval over them; the number of settled examples
   */
  readonly scalars: Float64Array
  /**
   * by level: the thresholds; then the mean of each over late examples, including added units; then the weight that it
   * covered
   */
  readonly thresholds: Float64Array
}

/** Examples that move thresholds, in their order. */
export interface ThresholdTurns {
  readonly size: number
  /** the number of the first of these examples, from 1 */
  readonly number: number
  /** the score of each label; NaN is above every threshold */
  readonly scores: Float64Array
  /** the weight of each example, in units of the mean weight, and unchanged */
  readonly shares: Float64Array
  readonly weights: Float64Array
  /** the number that is added to thresholds that settle; -Infinity: they do not settle with this example */
  readonly units: Float64Array
}

/** How scores become the probabilities of classes. */
export interface SetPlan {
  readonly classes: number
  /** whether two classes share one score, the log odds of the second class */
  readonly binary: boolean
  /** see `SettlingPlan` */
  readonly independent: boolean
}

/** Examples whose labels lie in sets of classes. */
export interface RankedLabels {
  readonly size: number
  /** by example, then by class; binary: by example */
  readonly scores: Float64Array
  /** the number of a class, from 0, or negative: none; binary: > 0 for the second; NaN: none */
  readonly labels: Float64Array
}

/** The ranks of labels among the classes. */
export interface LabelRanks {
  /** by example, then class; binary: the negative class first */
  readonly probabilities: Float64Array
  /**
   * by example: the sum of the probabilities of the classes that are more probable than the label; of equally probable
   * classes, the first counts as more probable. Infinity: the label is not a known class; NaN: there is no label, or
   * the probabilities are NaN
   */
  readonly above: Float64Array
}

/** Examples with sets of classes. */
export interface SizedSets {
  readonly size: number
  readonly classes: number
  /** by example, then class */
  readonly probabilities: Float64Array
  /** by example: the set contains the most probable classes, until the sum of their probabilities exceeds this */
  readonly thresholds: Float64Array
}

export interface ThresholdCalls {
  /**
   * Moves the thresholds by each example, and writes the usual threshold before that to `usual`: online gradient
   * descent on the pinball loss (Gibbs and Candes: Adaptive conformal inference under distribution shift, 2021).
   */
  moveThresholds(plan: ThresholdPlan, state: ThresholdState, turns: ThresholdTurns, usual: Float64Array): void
  /** Fills the probabilities of the classes of each example, and the rank of its label. */
  rankLabels(plan: SetPlan, ranked: RankedLabels, ranks: LabelRanks): void
  /** Fills the number of classes in the set of each example. */
  sizeSets(sized: SizedSets, sizes: Float64Array): void
}
