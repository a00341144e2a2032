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

export interface ThresholdCalls {
  /**
   * Moves the thresholds by each example, and writes the usual one to `usual` as it was before: online gradient descent on the pinball
   * loss (Gibbs and Candes: Adaptive conformal inference under distribution shift, 2021).
   */
  moveThresholds(plan: ThresholdPlan, state: ThresholdState, turns: ThresholdTurns, usual: Float64Array): void
}
