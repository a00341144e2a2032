/** Scores of which the quantiles are cut points of a curve. */
export const curveWindow = 1024
/** Scalars of a curve before its columns': the examples so far. */
export const curveFixed = 1
/** Scalars of a column: the examples before its class occurred, and its cut points. */
export const curveEach = 2
/** Examples before the first cut points; there are new ones whenever there are twice as many examples. */
const firstCuts = 256

/** Returns whether curves are cut after this many examples: a power of 2. */
export function cutsAreDue(examples: number): boolean {
  // powers of 2 from the first on are multiples of it
  return examples % firstCuts === 0 && examples > 0 && Number.isInteger(Math.log2(examples))
}

/** Which curves bend scores. */
export interface BendingPlan {
  /** whether the one column is the log odds of two classes */
  readonly binary: boolean
  readonly columns: number
  /** the most cut points of a column */
  readonly most: number
}

/** Curves over the scores of columns. */
export interface CurveState {
  /** see `curveFixed` and `curveEach` */
  readonly scalars: Float64Array
  /** by column, then example modulo the window: the late scores */
  readonly scores: Float64Array
  /** by column and point: the cut points; then the value of the curve at each; then the evidence that its learner keeps */
  readonly points: Float64Array
}

/** The range of the labels, the weight of the examples, and the sum of their squared errors. */
export type NumberScalars = Float64Array

/** Examples as a model predicted them. */
export interface BendingTurns {
  readonly size: number
  /** by example and column: the score of the model */
  readonly given: Float64Array
  readonly labels: Float64Array
  readonly weights: Float64Array | undefined
  /** 1 for each example that is learned from */
  readonly moves: Uint8Array
}

export interface BendingCalls {
  /**
   * Writes the bent scores of examples from number `from` on, each before its label is learned: by AdaGrad on the log loss (Duchi, Hazan
   * and Singer, 2011). Returns the number of the first example that was not looked at: the batch ends, or the curves are to be cut.
   */
  bendClasses(
    plan: BendingPlan,
    state: CurveState,
    turns: BendingTurns,
    from: number,
    out: Float64Array,
  ): number
  /** The same of predicted numbers, by what they are wrong by on average; `numbers`: see `NumberScalars`. */
  bendNumbers(
    plan: BendingPlan,
    state: CurveState,
    numbers: NumberScalars,
    turns: BendingTurns,
    from: number,
    out: Float64Array,
  ): number
}
