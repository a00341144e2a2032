import { checkMembers, checkNames, invalid } from '@ol/spec'
import {
  type BatchOptions,
  type ContinuedStream,
  type EvaluatedStream,
  type FirstPassOptions,
  isStream,
  type PredictStreamOptions,
  type StreamOptions,
} from './streams.js'

/** The options of a call that takes one example, or a batch. */
const ofBatches: readonly (keyof BatchOptions)[] = ['trusted']

/** The options of predicting a stream. */
export const ofPredictedStreams: readonly (keyof PredictStreamOptions)[] = ['trusted', 'link', 'spread']

/** The options of a first pass over the data. */
export const ofFirstPasses: readonly (keyof FirstPassOptions)[] = ['trusted', 'signal']

/** The options of learning and of evaluating a stream. */
export const ofStreams: readonly (keyof StreamOptions)[] = [
  ...(['signal', 'onProgress', 'schedule', 'onBatch', 'trusted', 'warmUp', 'window', 'by'] as const),
]

/** The options that only other packages pass, which no message names. */
const ofPackages: readonly (keyof ContinuedStream | keyof EvaluatedStream | 'onTables')[] = [
  ...(['progress', 'work', 'onLosses', 'early', 'predicting', 'onTables'] as const),
]

/**
 * Checks options of a call with one example or a batch, which small pages have: OL_PARAMETER with the name and the value of what is of
 * another type, or that this call does not have.
 *
 * @param known the options of the call
 */
export function checkBatchOptions(
  options: BatchOptions,
  known: readonly string[] = ofBatches,
  silent: readonly string[] = [],
): void {
  checkNames(options, known, silent)
  const { trusted } = options
  if (trusted !== undefined && typeof trusted !== 'boolean')
    throw invalid('OL_PARAMETER', 'trusted', 'true or false', trusted)
}

/** Checks options of a call, as `checkBatchOptions` does, also of one with a stream. */
export function checkCallOptions(options: object, known: readonly string[]): void {
  checkBatchOptions(options, known, ofPackages)
  const { signal, onProgress, onBatch, schedule } = options as Partial<Record<keyof StreamOptions, unknown>>
  checkSignal(signal)
  checkFunction('onProgress', onProgress)
  checkFunction('onBatch', onBatch)
  checkSchedule(schedule)
}

/** Checks the form of a schedule; its numbers are checked where it is used: OL_PARAMETER. */
export function checkSchedule(schedule: unknown): void {
  if (schedule === undefined) return
  if (typeof schedule !== 'object' || schedule === null)
    throw invalid('OL_PARAMETER', 'schedule', '{ times: number } or { every: number }', schedule)
  checkMembers('member', 'schedule', schedule, ['times', 'every'])
  const { times, every } = schedule as Readonly<Record<string, unknown>>
  if (times !== undefined && every !== undefined)
    throw invalid('OL_PARAMETER', 'schedule', 'either times or every', schedule)
}

export function checkFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function')
    throw invalid('OL_PARAMETER', name, 'a function', value)
}

/** Checks that a value is a stream: OL_PARAMETER. */
export function checkStream(stream: unknown): void {
  if (!isStream(stream))
    throw invalid(
      'OL_PARAMETER',
      'the stream',
      'an iterable or async iterable of examples or batches',
      stream,
    )
}

/** Checks that a value is an AbortSignal, or absent: OL_PARAMETER. */
export function checkSignal(signal: unknown): void {
  if (signal === undefined) return
  // not instanceof: a signal may be of another realm
  const { aborted, addEventListener } = (signal ?? {}) as Partial<AbortSignal>
  if (typeof aborted !== 'boolean' || typeof addEventListener !== 'function')
    throw invalid('OL_PARAMETER', 'signal', 'an AbortSignal', signal)
}
