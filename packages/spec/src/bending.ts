/** The number of late scores whose quantiles are the cut points of a curve. */
export const curveWindow = 1024
/** The number of scalars of a curve before the scalars of its columns: the examples so far. */
export const curveFixed = 1
/** The number of scalars of a column: the examples before its class occurred, and its cut points. */
export const curveEach = 2
/**
 * The number of examples before the first cut points, which are renewed whenever the number of examples has doubled.
 */
const firstCuts = 256

/** Returns whether curves are cut after this many examples: a power of 2. */
export function cutsAreDue(examples: number): boolean {
  // powers of 2 from the first on are multiples of it
  return examples % firstCuts === 0 && examples > 0 && Number.isInteger(Math.log2(examples))
}

/** The settings of the curves that bend scores. */
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

/** Examples with the predictions of a model. */
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
   * Writes the bent scores of examples from number `from` on, each before its label is learned: by AdaGrad on the log
   * loss (Duchi, Hazan and Singer, 2011). Returns the number of the first example not processed: at the end of the
   * batch, or where the curves must be cut.
   */
  bendClasses(
    plan: BendingPlan,
    state: CurveState,
    turns: BendingTurns,
    from: number,
    out: Float64Array,
  ): number
  /** The same for predicted numbers, by their average error; `numbers`: see `NumberScalars`. */
  bendNumbers(
    plan: BendingPlan,
    state: CurveState,
    numbers: NumberScalars,
    turns: BendingTurns,
    from: number,
    out: Float64Array,
  ): number
}
