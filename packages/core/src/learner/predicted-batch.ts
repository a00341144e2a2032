import type { Batch, Link } from '@ol/spec'
import { type Classes, classNumbers } from '../lanes/classes.js'
import type { Outcome } from '../lanes/outcome.js'
import { applyLink } from '../options/apply-link.js'
import type { ClassLabel } from '../options/settings.js'
import { positionAt, probabilityAt, type TaskTerms } from './task-terms.js'

/** The predictions for examples in the terms of the task, by the number of the example in its batch. */
export interface TermsOfBatch {
  /**
   * Returns the label of the predicted class.
   *
   * @param example its number in the batch, from 0
   * @returns the label; undefined if no score is a number, and in regression
   */
  class(example: number): ClassLabel | undefined
  /**
   * Returns the probability of the positive class; with more than two classes, of the predicted class.
   *
   * @param example its number in the batch, from 0
   * @returns the probability; undefined if the loss has none, and in regression
   */
  probability(example: number): number | undefined
}

/** The predictions for a batch of a stream. */
export interface PredictedBatch extends TermsOfBatch {
  readonly batch: Batch
  /** with link; with classes the numbers of the classes, from 1 (0: no score is a number) */
  readonly predictions: Float64Array
  /** with classes: size * classes scores */
  readonly scores?: Float64Array
  /** with replicates: size * (1 + replicates), with link: the model's prediction, then its replicates' */
  readonly replicates?: Float64Array
  /** with the option `spread`: see `PredictStreamOptions` */
  readonly spread?: Float64Array
  /** for the predictions of a stream: see `IntervalOfBatch` */
  readonly intervalOf?: IntervalOfBatch
}

/**
 * Returns the interval, or the set of classes, that contains the label of an example with a given probability.
 *
 * @param example its number in the batch, from 0
 * @param level the share of labels inside such intervals, in (0, 0.999]
 * @returns the ends of the interval, or the set
 * @throws OLError: OL_PARAMETER for another level, or a model that learned no intervals
 */
export type IntervalOfBatch = (example: number, level: number) => PredictionInterval

/** The label of a class; undefined: there are no classes. */
export type LabelOrNone = ClassLabel | undefined

/** A prediction with the interval or set for a level; K: the labels of classes, undefined in regression. */
export interface PredictionInterval<K = LabelOrNone> {
  /** the label of the class, or the number in the unit of the labels; undefined if no score is a number */
  readonly prediction: [K] extends [undefined] ? number : K | undefined
  /** the share of labels inside such intervals or sets */
  readonly level: number
  /** the lower end, in the unit of the labels; undefined with classes */
  readonly low: [K] extends [undefined] ? number : number | undefined
  /** the upper end, in the unit of the labels; undefined with classes */
  readonly high: [K] extends [undefined] ? number : number | undefined
  /** the labels of the classes in the set, the most probable first, always including the predicted one; undefined in regression */
  readonly set: [K] extends [undefined] ? undefined : readonly Extract<K, ClassLabel>[] | undefined
}

/** The prediction for one example; K: the labels of classes, undefined in regression. */
export interface OnePrediction<K = LabelOrNone> {
  /** the label of the class, or the number; undefined if no score is a number */
  readonly prediction: [K] extends [undefined] ? number : K | undefined
  /** the label of the class; undefined in regression */
  readonly class: K | undefined
  /** see `TermsOfBatch` */
  readonly probability: [K] extends [undefined] ? undefined : number | undefined
  /** without link; with several classes the largest score */
  readonly score: number
}

/** Returns methods that read the scores of a batch. */
export function termsOfBatch(terms: TaskTerms, scores: Float64Array): TermsOfBatch {
  return {
    class: (e) => terms.labels[positionAt(terms, scores, e)],
    probability: (e) => probabilityAt(terms, scores, e),
  }
}

/** Returns the predictions of a batch under a link. */
export function predictedBatch(
  batch: Batch,
  { predictions, scores, replicates, spread }: Outcome,
  link: Link,
  classes: Classes | undefined,
  terms: TaskTerms,
): Required<Pick<PredictedBatch, 'scores'>> & PredictedBatch {
  // results of a single example are overwritten by the next
  const own = scores ?? predictions.slice()
  return {
    batch,
    predictions: applyLink(link, classNumbers(predictions, classes)),
    scores: own,
    ...termsOfBatch(terms, own),
    ...(spread === undefined ? {} : { spread }),
    ...(replicates === undefined ? {} : { replicates: applyLink(link, replicates.predictions) }),
  }
}
