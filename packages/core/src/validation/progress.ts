import type { LossId } from '@ol/spec'
import type { Interval } from '../lanes/bootstrap.js'
import type { EvaluationReport, FigureValue } from './evaluation.js'

/** The baseline: the constant prediction with the smallest loss, and its average loss. */
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
  /** features of all examples, including constants */
  readonly features: number
  /** sum of the weights of all examples */
  readonly weightSum: number
  /** sum of the weights of the examples with a label */
  readonly labelledWeight: number
  /** sum of weight times loss over the examples with a label */
  readonly lossSum: number
  /** examples that were not learned because the step would have made a weight non-finite */
  readonly diverged: number
  /** weighted average loss; NaN before the first labelled example */
  readonly averageLoss: number
  /** weighted average loss since the last progress event; NaN if there was no labelled example */
  readonly sinceLast: number
  /** weighted share of the examples with a wrong sign (a score of 0 is wrong) or a wrong class; undefined for losses of real labels */
  readonly errorRate: number | undefined
  /** weighted mean of the labels in the average, -1 and 1 with two classes; 0 before the first label */
  readonly labelMean: number
  /**
   * the first label of a new model that predicts numbers relative to the labels so far; no average includes it, as
   * its prediction came before any label. Otherwise NaN
   */
  readonly unpredictedLabel: number
  /** for squared, poisson, logistic and hinge loss, once there are labels; for other losses it would need all labels */
  readonly bestConstant: BestConstant | undefined
  /** number of classes; 0: none */
  readonly classes: number
  /** confusion matrix: weights by class of the label, then by predicted class, `classes` * `classes`; undefined without classes */
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
   * Returns the percentile interval of the average loss on resampled streams.
   *
   * @param level the share of the resampled streams inside the interval, in (0, 1); default 0.9
   * @returns the interval; undefined without replicates
   */
  lossInterval(level?: number): Interval | undefined
}
