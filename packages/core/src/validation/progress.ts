import type { LossId } from '@ol/spec'
import type { Interval } from '../lanes/bootstrap.js'
import type { EvaluationReport, FigureValue } from './evaluation.js'

/** The baseline: the constant prediction of least loss, and its average loss. */
export interface BestConstant {
  readonly prediction: number
  readonly loss: number
}

/**
 * The state of progressive validation: every example is predicted before it is learned, so the average of these losses
 * is an honest estimate, at no cost (Blum, Kalai, Langford: Beating the Hold-Out, 1999).
 */
export interface Progress {
  readonly loss: LossId
  /** examples so far */
  readonly examples: number
  /** examples with a label */
  readonly labelled: number
  /** features of all examples, constants included */
  readonly features: number
  /** sum of the weights of all examples */
  readonly weightSum: number
  /** sum of the weights of the examples with a label */
  readonly labelledWeight: number
  /** sum of weight times loss over the examples with a label */
  readonly lossSum: number
  /** examples not learned from, because the step would have made a weight non-finite */
  readonly diverged: number
  /** weighted average loss; NaN before the first labelled example */
  readonly averageLoss: number
  /** weighted average loss since the last progress event; NaN if there was no labelled example */
  readonly sinceLast: number
  /** share of the weight whose sign (a score of 0 is wrong) or class was wrong; undefined for losses of real labels */
  readonly errorRate: number | undefined
  /** weighted mean of the labels that are in the average, -1 and 1 where there are two classes; 0 before the first */
  readonly labelMean: number
  /**
   * the first label of a new model that predicts numbers relative to the labels so far: it is in no average, as its
   * prediction was made before any label; otherwise NaN
   */
  readonly unpredictedLabel: number
  /** for squared, poisson, logistic and hinge loss, once there are labels; others would need the labels themselves */
  readonly bestConstant: BestConstant | undefined
  /** number of classes; 0: none */
  readonly classes: number
  /** weights by class of the label, then by class predicted, `classes` * `classes`; undefined without classes */
  readonly confusion: Float64Array | undefined
  /** weighted average of -ln of the probability of the label; undefined without classes */
  readonly logLoss: number | undefined
  /** the main figure of the task; undefined outside of a stream */
  readonly figure: FigureValue | undefined
  /**
   * Returns the metrics of the task.
   *
   * @returns the metrics; undefined outside of a stream
   */
  evaluation(): EvaluationReport | undefined
  /**
   * Returns the percentile interval of what the average loss would have been on resampled streams.
   *
   * @param level share of the resampled streams inside, in (0, 1); default 0.9
   * @returns the interval; undefined without replicates
   */
  lossInterval(level?: number): Interval | undefined
}
