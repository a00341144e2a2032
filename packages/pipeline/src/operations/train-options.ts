import type { BatchEvent, LearnerOptions } from '@ol/core'
import type { Batch } from '@ol/spec'
import type { NoticeOptions, ProgressOptions, ReadingOptions, RunOptions } from '../options.js'
import type { Session } from '../session.js'
import type { ProgressRow } from './progress-row.js'

/** Something that follows a training batch by batch. */
export interface BatchObserver {
  /** Returns the batch as it is to be learned from: itself, or in parts. */
  batches?(batch: Batch): Iterable<Batch>
  /** Is called after each batch, and waited for. */
  add(event: BatchEvent): void | Promise<void>
}

/** Options of a training that belong neither to the model nor to the reading. */
export interface TrainRunOptions extends RunOptions, NoticeOptions, ProgressOptions<ProgressRow> {
  /** how often the data is gone through; default 1 */
  readonly passes?: number | undefined
  /**
   * a binary file that keeps the examples and is read where it is up to date: a path; true: beside the first file; false:
   * none; default: beside the first file where there are several passes and it can be written
   */
  readonly cache?: string | boolean | undefined
  /** goes on with this model, a path, bytes or a model in memory, as if its training had not been interrupted */
  readonly initialModel?: string | Uint8Array | Session | undefined
  /** called when the model is ready to learn; what it returns follows the training */
  readonly observe?: ((session: Session) => BatchObserver | Promise<BatchObserver>) | undefined
  /** called before the data is gone through for the scales of the features, where the model wants that */
  readonly onFirstPass?: (() => void) | undefined
}

/** Options of `train`: of the model, of the reading, and of the run, in one object. */
export type TrainOptions = LearnerOptions & ReadingOptions & TrainRunOptions

/** Options of training on with a model. */
export type ContinueOptions = ReadingOptions & Omit<TrainRunOptions, 'initialModel'>
