import { checkMembers, checkNames, hasMembers, invalid } from '@ol/spec'
import {
  type ContinuedStream,
  type EvaluatedStream,
  isStream,
  type PredictStreamOptions,
  type StreamOptions,
} from './streams.js'

/** The options of calls that take examples. */
const ofStreams: readonly (keyof StreamOptions | keyof PredictStreamOptions)[] = [
  ...(['signal', 'onProgress', 'schedule', 'onBatch', 'trusted'] as const),
  ...(['warmUp', 'window', 'by', 'link', 'spread'] as const),
]

/** The options that only other packages give, which no message names. */
const ofPackages: readonly (keyof ContinuedStream | keyof EvaluatedStream | 'onTables')[] = [
  ...(['progress', 'work', 'onLosses', 'early', 'predicting', 'onTables'] as const),
]

/**
 * Checks options of a call: OL_PARAMETER with the name and the value of what is of another type, or that no such call has.
 *
 * @param further options of this call that others do not have
 */
export function checkStreamOptions(options: unknown, further: readonly string[] = []): void {
  checkObject(options)
  checkNames(options, further.length === 0 ? ofStreams : [...ofStreams, ...further], ofPackages)
  const { signal, onProgress, onBatch, schedule, trusted } = options as Partial<
    Record<keyof StreamOptions, unknown>
  >
  checkSignal(signal)
  checkFunction('onProgress', onProgress)
  checkFunction('onBatch', onBatch)
  checkSchedule(schedule)
  if (trusted !== undefined && typeof trusted !== 'boolean')
    throw invalid('OL_PARAMETER', 'trusted', 'true or false', trusted)
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

export function checkObject(options: unknown): asserts options is object {
  if (!hasMembers(options)) throw invalid('OL_PARAMETER', 'the options', 'an object', options)
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
