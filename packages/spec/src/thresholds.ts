/** How thresholds of scores move: see `ThresholdCalls`. */
export interface ThresholdPlan {
  /** by threshold, ascending: the share of the scores that are not above it, within (0, 1) */
  readonly levels: Float64Array
  /** the step for the first example, which falls with the root of the examples, and the least step */
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
   * see `thresholdScalars`: the weight of the examples that were counted, and their number; the weight of those that were learned from,
   * and its sum times the extent of their intervals; how many have settled
   */
  readonly scalars: Float64Array
  /** by level: the thresholds; then the mean of each over late examples, with what was added to it; then the weight that it held */
  readonly thresholds: Float64Array
}

/** Examples that move thresholds, in their order. */
export interface ThresholdTurns {
  readonly size: number
  /** which of all examples the first one is, from 1 */
  readonly number: number
  /** the score of each label; NaN is above every threshold */
  readonly scores: Float64Array
  /** the weight of each example, in mean weights and as it is */
  readonly shares: Float64Array
  readonly weights: Float64Array
  /** the number that is added to thresholds that settle; -Infinity: they do not, by this example */
  readonly units: Float64Array
}

/** How scores become the probabilities of classes. */
export interface SetPlan {
  readonly classes: number
  /** one score for both of two classes, the log odds of the second */
  readonly binary: boolean
  /** see `SettlingPlan` */
  readonly independent: boolean
}

/** Examples whose labels lie in sets of classes. */
export interface RankedLabels {
  readonly size: number
  /** by example, then class; binary: by example */
  readonly scores: Float64Array
  /** the number of a class, from 0, or negative: none; binary: > 0 for the second; NaN: none */
  readonly labels: Float64Array
}

/** The ranks of labels among the classes. */
export interface LabelRanks {
  /** by example, then class; binary: the negative class first */
  readonly probabilities: Float64Array
  /**
   * by example: the sum of the probabilities of the classes that are more probable than the label; of equal ones the first is. Infinity:
   * the label is of no class; NaN: there is no label, or the probabilities are no numbers
   */
  readonly above: Float64Array
}

/** Examples with sets of classes. */
export interface SizedSets {
  readonly size: number
  readonly classes: number
  /** by example, then class */
  readonly probabilities: Float64Array
  /** by example: the set holds the most probable classes, until the sum of their probabilities is more than this */
  readonly thresholds: Float64Array
}

export interface ThresholdCalls {
  /**
   * Moves the thresholds by each example, and writes the usual one to `usual` as it was before: online gradient descent on the pinball
   * loss (Gibbs and Candes: Adaptive conformal inference under distribution shift, 2021).
   */
  moveThresholds(plan: ThresholdPlan, state: ThresholdState, turns: ThresholdTurns, usual: Float64Array): void
  /** Fills the probabilities of the classes of each example, and the rank of its label. */
  rankLabels(plan: SetPlan, ranked: RankedLabels, ranks: LabelRanks): void
  /** Fills the number of classes in the set of each example. */
  sizeSets(sized: SizedSets, sizes: Float64Array): void
}
