import type { BatchEvent, EvaluationOptions, OptionsFor } from '@ol/core'
import { checkFunction } from '@ol/core/internal'
import { type Batch, checkKind, invalid, type LossId, type RuleId, type RuleName } from '@ol/spec'
import type { CheckpointOptions } from '../checkpoint/checkpoints.js'
import type { NoticeOptions, ProgressOptions, ReadingOptions, RunOptions } from '../options.js'
import type { Session } from '../session.js'
import type { HoldoutRunOptions } from './holdout-options.js'
import type { ProgressRow } from './progress-row.js'

/** An observer of a training, batch by batch. */
export interface BatchObserver {
  /** Returns the batch to learn from: itself, or in parts. */
  batches?(batch: Batch): Iterable<Batch>
  /** Is called after each batch, and awaited. */
  add(event: BatchEvent): void | Promise<void>
  /**
   * whether the calls read the model, or save it; default true. With false, which is faster, OL may already have
   * learned the next batch
   */
  readonly readsModel?: boolean | undefined
}

/** Returns how a run is evaluated. */
export function evaluationOf({ warmUp, window, by }: EvaluationOptions): EvaluationOptions {
  return { warmUp, window, by }
}

/** Returns whether batches may be learned before an observer, if there is one, has received the batches before them. */
export function mayLearnAhead(observer: BatchObserver | undefined): boolean {
  return observer === undefined || observer.readsModel === false
}

/** @throws OLError OL_PARAMETER for a value that is not an observer */
export function checkedObserver<O extends object>(observer: O | undefined): O | undefined {
  if (observer === undefined) return undefined
  checkKind('the observer', observer, 'object')
  const { add, batches, readsModel = true } = observer as Partial<BatchObserver>
  if (typeof add !== 'function') throw invalid('OL_PARAMETER', 'add of the observer', 'a function', add)
  checkFunction('batches of the observer', batches)
  if (typeof readsModel !== 'boolean')
    throw invalid('OL_PARAMETER', 'readsModel of the observer', 'true or false', readsModel)
  return observer
}

/** Options of a training that belong neither to the model nor to the reading. */
export interface TrainRunOptions
  extends RunOptions,
    NoticeOptions,
    ProgressOptions<ProgressRow>,
    EvaluationOptions,
    HoldoutRunOptions {
  /** the number of passes over the data; default 1 */
  readonly passes?: number | undefined
  /**
   * a binary file of the examples, read while it is up to date: a path; true: next to the first file; false: none;
   * default: next to the first file with several passes, if it can be written
   */
  readonly cache?: string | boolean | undefined
  /** continues training this model, a path, bytes or a model in memory, exactly as if it had not been interrupted */
  readonly initialModel?: string | Uint8Array | Session | undefined
  /** this many shards continue training from the initial model, each with its own share, to be merged again */
  readonly share?: number | undefined
  /** writes the state of the training to a file at intervals, and when the run is aborted */
  readonly checkpoint?: CheckpointOptions | undefined
  /**
   * continues the training of a checkpoint, given as a path or bytes, as if it had not been interrupted; pass the input
   * again from its start. Options of the model and of the reading, passes and cache come from the checkpoint.
   */
  readonly resume?: string | Uint8Array | undefined
  /** called when the model is ready to learn; returns an observer of the training, if there is one */
  readonly observe?:
    | ((session: Session) => BatchObserver | undefined | Promise<BatchObserver | undefined>)
    | undefined
  /** whether the observer keeps batches after a call; default true. With false OL reuses their arrays, which is faster */
  readonly keepsBatches?: boolean | undefined
  /** called before a first pass over the data for the scales of the features, if the model needs one */
  readonly onFirstPass?: (() => void) | undefined
}

/**
 * Options of `train`: of the model, of the reading, and of the run, in one object; for one rule and one loss, or for
 * any.
 */
export type TrainOptions<Rule extends RuleName = RuleId, Loss extends LossId = LossId> = OptionsFor<
  Rule,
  Loss
> &
  ReadingOptions &
  TrainRunOptions

/** Options of continuing to train a model. */
export type ContinueOptions = ReadingOptions & Omit<TrainRunOptions, 'initialModel' | 'resume'>
