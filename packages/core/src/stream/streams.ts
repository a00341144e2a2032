import type { Batch, LearnsAsync, Link, PredictsAsync } from '@ol/spec'
import type { EvaluationOptions } from '../validation/evaluation.js'
import type { Progress } from '../validation/progress.js'
import type { ProgressiveValidation } from '../validation/progressive-validation.js'

/** A stream of batches. */
export type BatchStream = AsyncIterable<Batch> | Iterable<Batch>

/** When to call `onProgress`: whenever the sum of weights has grown by a factor (`times`), or by an amount. */
export type Schedule = { readonly times: number } | { readonly every: number }

/** With classes: the labels that a stream has named so far, by number. */
export type ClassLabels = readonly (number | string)[] | undefined

/** The state of progressive validation right after an example. */
export interface ProgressEvent {
  /** the progress of this stream; `sinceLast` counts from the previous event */
  readonly progress: Progress
  /** the label of the example: NaN if it has none */
  readonly label: number
  /** the score before learning, without link; with classes the number of the class, from 1 */
  readonly prediction: number
  /** the number of features of the example, including the constant */
  readonly features: number
  /** with classes: the labels that this stream has named so far, by number */
  readonly classes: readonly (number | string)[] | undefined
}

/** A batch after it was learned or evaluated. */
export interface BatchEvent {
  readonly progress: Progress
  readonly batch: Batch
  /** before learning, with link; with classes the numbers of the classes, from 1 (0: no score is a number) */
  readonly predictions: Float64Array
  /** before learning, without link; with classes size * classes scores */
  readonly scores: Float64Array
  /** with classes: the labels that this stream has named so far, by number */
  readonly classes: readonly (number | string)[] | undefined
  /**
   * Returns the label of the predicted class, like `PredictedBatch`.
   *
   * @param example its number in the batch, from 0
   * @returns the label; undefined if no score is a number, and in regression
   */
  class(example: number): number | string | undefined
  /**
   * Returns the probability of the class, like `PredictedBatch`.
   *
   * @param example its number in the batch, from 0
   * @returns the probability; undefined if the loss has none, and in regression
   */
  probability(example: number): number | undefined
}

/** Options of calls that take a batch. */
export interface BatchOptions {
  /** see `StreamOptions.trusted` */
  readonly trusted?: boolean | undefined
}

/** Options of predicting a stream of batches. */
export interface PredictStreamOptions extends BatchOptions {
  /** the link of `predictions` and of the replicates; default: the model's */
  readonly link?: Link | undefined
  /**
   * for a mixture: return the weighted standard deviation of the predictions of its lanes, in the unit of
   * `predictions`; with classes, of the probability of the predicted class. Default false
   */
  readonly spread?: boolean | undefined
}

/** Options of a first pass over the data. */
export interface FirstPassOptions extends BatchOptions {
  /** ends the pass after the current batch; the promise is rejected with the signal's reason */
  readonly signal?: AbortSignal | undefined
}

/** Options for learning or evaluating a stream; evaluation has no warm-up. */
export interface StreamOptions extends EvaluationOptions {
  /** ends the stream after the current batch; the promise is rejected with the signal's reason */
  readonly signal?: AbortSignal | undefined
  /** called after the examples that `schedule` selects; if it returns a promise, it is awaited after their batch */
  readonly onProgress?: ((event: ProgressEvent) => void) | undefined
  /** default `{ times: 2 }`: after example 1, 2, 4, 8, ... */
  readonly schedule?: Schedule | undefined
  /** called after every batch, and awaited */
  readonly onBatch?: ((event: BatchEvent) => void | Promise<void>) | undefined
  /**
   * The batches come from a reader that has checked their values, labels and weights, and they own their arrays.
   * Then only their shape is checked, and they are not copied. Default false.
   */
  readonly trusted?: boolean | undefined
}

/** The options of a stream that the other packages need: its progress may start with the sums of another. */
export interface ContinuedStream extends StreamOptions {
  readonly progress?: ProgressiveValidation | undefined
  /** whose threads learn; absent: the backend's */
  readonly work?: LearnsAsync | undefined
  /** called after every batch, before `onBatch`, with the loss of each example */
  readonly onLosses?: ((batch: Batch, losses: Float64Array) => void) | undefined
  /** the callbacks read no weights: later batches may have been learned when they are called. Default false */
  readonly early?: boolean | undefined
}

/** The options of an evaluation that the other packages need. */
export interface EvaluatedStream extends StreamOptions {
  /** the stream whose threads predict, a batch or more ahead, so the model must not change; absent: the caller's thread */
  readonly predicting?: PredictsAsync | undefined
}

/** The options of predictions that the other packages need. */
export interface PredictedStream extends PredictStreamOptions, Pick<EvaluatedStream, 'predicting'> {}

/** Returns whether a value is a stream: of batches or of examples. */
export function isStream(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== 'object' || value === null) return false
  const { [Symbol.asyncIterator]: a, [Symbol.iterator]: s } = value as Partial<
    AsyncIterable<unknown> & Iterable<unknown>
  >
  return typeof a === 'function' || typeof s === 'function'
}
