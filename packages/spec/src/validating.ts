import type { Link } from './losses.js'

/** The places of the sums of progressive validation, in the order of the model file. */
export const progressPlaces = {
  examples: 0,
  labelled: 1,
  features: 2,
  weightSum: 3,
  labelledWeight: 4,
  lossSum: 5,
  mistakes: 6,
  diverged: 7,
  labelMean: 8,
  labelSquares: 9,
} as const

/**
 * The mistakes that are counted: none; a score whose sign differs from the label's (0 has no sign); a prediction that
 * differs from the label.
 */
export type Mistakes = 'none' | 'sign' | 'class'
export const mistakesCodes: Record<Mistakes, number> = { none: 0, sign: 1, class: 2 }

/** Examples and their results: the input of validation. */
export interface Validated {
  readonly labels: Float64Array
  readonly weights?: Float64Array | undefined
  readonly predictions: Float64Array
  readonly losses: Float64Array
}

/**
 * The sums of an evaluation: of two classes, by the sign of the score (`sign`) or also by the score as log odds of the positive class
 * (`odds`); of numbers (`numbers`).
 */
export type Evaluating = 'sign' | 'odds' | 'numbers'
export const evaluatingCodes: Record<Evaluating, number> = { sign: 0, odds: 1, numbers: 2 }

/**
 * The quantity that the headline figure averages: the loss of an example, or the square or the magnitude of its error.
 */
export type FigureTerm = 'loss' | 'square' | 'absolute'
export const figureTermCodes: Record<FigureTerm, number> = { loss: 0, square: 1, absolute: 2 }

export const linkCodes: Record<Link, number> = { identity: 0, logistic: 1, glf1: 2, exp: 3 }

/** The settings of an evaluation. */
export interface EvaluationPlan {
  readonly evaluating: Evaluating
  /** turns a score into a prediction; `identity` for two classes */
  readonly link: Link
  readonly term: FigureTerm
}

/** The numbers of the last examples: weight, label, term and prediction of each, the oldest at the place of the next. */
export const recordWidth = 4

/** The places of the totals of an evaluation. */
export const totalPlaces = {
  /** the place of the next record */
  place: 0,
  /** examples with a label and a weight */
  labelled: 1,
  /** labelled examples whose prediction is finite */
  scored: 2,
  /** the weight of scored examples, and the sum of weight times term */
  weight: 3,
  sum: 4,
} as const

/** The numbers that all examples of an evaluation share. */
export interface EvaluationTotals {
  readonly totals: Float64Array
  /** recordWidth numbers for each of the last examples */
  readonly recent: Float64Array
}

/** The places of the sums of two classes. */
export const classSumPlaces = {
  examples: 0,
  weight: 1,
  /** weight times loss, and weight times the square of probability minus outcome */
  loss: 2,
  squares: 3,
  /** weights by label, then by prediction */
  confusion: 4,
  /** per bin of `calibrationBins`: weight, weight times probability, weight of the positive class */
  calibration: 8,
  /** the number of scores that are kept individually */
  kept: 38,
} as const
export const classSums = 39
export const calibrationBins = 10

/** The places of the sums of numbers. */
export const numberSumPlaces = {
  examples: 0,
  weight: 1,
  /** weight times the square and the magnitude of the error */
  squareError: 2,
  absoluteError: 3,
  /** mean of the labels, and the sum of their squares about it */
  mean: 4,
  squares: 5,
  /** weight times the error over the magnitude of the label: infinite after a label of 0 */
  relativeError: 6,
  /** weight times loss */
  loss: 7,
} as const
export const numberSums = 8

/**
 * Bins of scores between two powers of two, and the number of these powers, from 2^-64 on, for either sign: see
 * `EvaluationSums`.
 */
export const scoreBins = { fineness: 1024, octaves: 128 } as const

/** Sums over examples of one score each. */
export interface EvaluationSums {
  /** see `classSumPlaces` and `numberSumPlaces` */
  readonly sums: Float64Array
  /** with two classes, while there are no bins: scores, each followed by its weight, negative for the negative class */
  readonly kept: Float64Array
  /**
   * The weights of both classes in bins of scores of equal relative width, 1/fineness of the power of two below: 2 * fineness numbers
   * for each block, the negative and the positive class in turn. Empty: every score is kept
   */
  readonly bins: Float64Array
  /** by sign and power of two, ascending: the number of its block, from 1; 0: it has none */
  readonly blocks: Uint32Array
}

/** The places of the figures of `ScoreCurves`. */
export const curvePlaces = {
  /**
   * sum over the scores, in descending order: weight of the negative class times the weight of the positive class above
   */
  area: 0,
  /** sum over the scores: weight of the negative class times the weight of the positive class */
  tied: 1,
  /** number of points and of deciles */
  points: 2,
  deciles: 3,
  /**
   * sum over the scores: weight of the positive class times the precision if this score and all higher ones are
   * predicted positive
   */
  precision: 4,
  /** the maximum change of that sum with the order of the scores of one rank */
  precisionError: 5,
} as const

/**
 * The numbers of a point of the ROC curve: score, then the weights of both classes from it on, negative and positive.
 */
export const pointWidth = 3
/**
 * The numbers of a decile: its lowest and highest probability, weight, weight times probability, weight of the positive
 * class.
 */
export const decileWidth = 5
/** The smallest growth of a rate between two points. */
export const pointDistance = 0.01
/**
 * The maximum number of points: from each point to the second after it, one of two rates grows by more than
 * `pointDistance`.
 */
export const mostPoints = 404
export const mostDeciles = 10

/** The curves over the scores of two classes. */
export interface ScoreCurves {
  /** see `curvePlaces` */
  readonly figures: Float64Array
  /**
   * mostPoints * pointWidth: in descending order of the scores, without the point above all scores; the last point
   * includes all scores
   */
  readonly points: Float64Array
  /** mostDeciles * decileWidth, in ascending order */
  readonly deciles: Float64Array
}

/** The calls of a backend that measure predictions. */
export interface ValidationCalls {
  /**
   * Adds the examples from `from` to `to` to the sums of progressive validation (`progressPlaces`), except `examples`
   * and `features`. Leaves out a non-finite loss and counts its example as diverged.
   */
  addProgress(
    mistakes: Mistakes,
    sums: Float64Array,
    validated: Validated,
    status: Uint8Array,
    from: number,
    to: number,
  ): void
  /**
   * Adds the examples from `from` to `to` that have a label and a weight to the sums of an evaluation, and stops when
   * there are `until` of them. Returns the example after the last one processed; if that is before `to` and there are
   * fewer than `until`, there was no room for its score.
   */
  addMetrics(
    plan: EvaluationPlan,
    validated: Validated,
    totals: EvaluationTotals,
    into: EvaluationSums,
    from: number,
    to: number,
    until: number,
  ): number
  /**
   * Fills the ROC curve of the scores of two classes and, with `odds`, their deciles: bins of equal weight. Their edges
   * are the quantiles of the probabilities that `numpy.percentile` interpolates between their ranks; an example of
   * weight w is w examples. Equal probabilities are in one bin, so there may be fewer than ten bins.
   */
  scoreCurves(odds: boolean, sums: EvaluationSums, out: ScoreCurves): void
}
