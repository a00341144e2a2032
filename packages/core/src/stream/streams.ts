import { type Batch, invalid } from '@ol/spec'
import type { Classes } from '../lanes/classes.js'
import type { Outcome } from '../lanes/outcome.js'
import type { Progress } from '../validation/progress.js'
import type { ProgressiveValidation } from '../validation/progressive-validation.js'

export type BatchStream = AsyncIterable<Batch> | Iterable<Batch>

/** When `onProgress` is called: each time the sum of weights has grown by a factor, or by a number. */
export type Schedule = { readonly times: number } | { readonly every: number }

/** The state of progressive validation right after an example. */
export interface ProgressEvent {
  /** of this stream; `sinceLast` counts from the event before */
  readonly progress: Progress
  /** of the example: NaN where it has none */
  readonly label: number
  /** the score before learning, without link; with classes the number of the class, from 0 */
  readonly prediction: number
  /** of the example, the constant included */
  readonly features: number
  /** with classes: what they are called, by number, as far as this stream has named them */
  readonly classes: readonly (number | string)[] | undefined
}

/** A batch after it was learned from or evaluated. */
export interface BatchEvent {
  readonly progress: Progress
  readonly batch: Batch
  /** before learning, with link; with classes the numbers of the classes, from 0 */
  readonly predictions: Float64Array
  /** before learning, without link; with classes size * classes, the score of each */
  readonly scores: Float64Array
  /** with classes: what they are called, by number, as far as this stream has named them */
  readonly classes: readonly (number | string)[] | undefined
}

export interface StreamOptions {
  /** ends the stream after the batch under way; the promise is rejected with the signal's reason */
  readonly signal?: AbortSignal | undefined
  /** called after the examples that `schedule` names */
  readonly onProgress?: ((event: ProgressEvent) => void) | undefined
  /** default `{ times: 2 }`: after example 1, 2, 4, 8, ... */
  readonly schedule?: Schedule | undefined
  /** called after every batch; what it returns is waited for */
  readonly onBatch?: ((event: BatchEvent) => void | Promise<void>) | undefined
  /**
   * The batches come from a reader that has checked their values, labels and weights, and each has arrays of its own:
   * only their shape is checked, and they are not copied. Default false.
   */
  readonly trusted?: boolean | undefined
}

/** Adds results to the progress of a stream and calls back at the examples of a schedule. */
export class ProgressCaller {
  readonly progress: ProgressiveValidation
  readonly #call: ((event: ProgressEvent) => void) | undefined
  readonly #schedule: Schedule
  readonly #classes: Classes | undefined
  #next: number

  constructor(progress: ProgressiveValidation, options: StreamOptions, classes: Classes | undefined) {
    this.progress = progress
    this.#classes = classes
    this.#call = options.onProgress
    this.#schedule = options.schedule ?? { times: 2 }
    this.#next = checkSchedule(this.#schedule)
  }

  add(batch: Batch, results: Outcome): void {
    let from = 0
    if (this.#call !== undefined) {
      let weight = this.progress.weightSum
      for (let e = 0; e < batch.size; e++) {
        weight += batch.weights === undefined ? 1 : batch.weights[e]
        if (weight < this.#next) continue
        this.progress.add(batch, results, from, e + 1)
        from = e + 1
        this.#call(this.#event(batch, results, e))
        this.progress.mark()
        this.#advance(weight)
      }
    }
    this.progress.add(batch, results, from)
  }

  #event(batch: Batch, results: Outcome, e: number): ProgressEvent {
    return {
      progress: this.progress,
      label: batch.labels[e],
      prediction: results.predictions[e],
      features: batch.offsets[e + 1] - batch.offsets[e],
      classes: this.#classes?.labels(),
    }
  }

  #advance(weight: number): void {
    this.#next = after(weight, this.#schedule)
  }
}

/** The sum of weights of the next call. It is larger than `weight`, though a sum of 2^53 and 1 is no other number. */
function after(weight: number, schedule: Schedule): number {
  const next =
    'times' in schedule ? weight * schedule.times : (Math.floor(weight / schedule.every) + 1) * schedule.every
  return next > weight ? next : weight * (1 + Number.EPSILON)
}

function checkSchedule(schedule: Schedule): number {
  if ('times' in schedule) {
    if (!(schedule.times > 1 && Number.isFinite(schedule.times)))
      throw invalid('OL_PARAMETER', 'schedule.times', 'a number > 1', schedule.times)
    return 1
  }
  if (!(schedule.every >= 1 && Number.isFinite(schedule.every)))
    throw invalid('OL_PARAMETER', 'schedule.every', 'a number >= 1', schedule.every)
  return schedule.every
}

/**
 * Calls `work` with the items of a stream in order, each as `accept` made it. The next item is asked for while `work`
 * runs, so that reading and learning overlap; `accept` has returned by then. However it ends, the stream is told.
 */
export async function overlap<T>(
  stream: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal | undefined,
  accept: (item: T) => T,
  work: (item: T) => Promise<void>,
): Promise<void> {
  signal?.throwIfAborted()
  const iterator = iteratorOf(stream)
  let finished = false
  try {
    let pending = ahead(iterator)
    for (;;) {
      const next = await unlessAborted(pending, signal)
      if (next.done === true) {
        finished = true
        return
      }
      const item = accept(next.value)
      pending = ahead(iterator)
      await work(item)
      signal?.throwIfAborted()
    }
  } catch (error) {
    if (!finished) end(iterator)
    throw error
  }
}

/** Asks for the next item; a rejection is met when it is awaited, and is not an unhandled one before. */
function ahead<T>(iterator: AsyncIterator<T> | Iterator<T>): Promise<IteratorResult<T>> {
  const request = async (): Promise<IteratorResult<T>> => iterator.next()
  const pending = request()
  pending.catch(() => undefined)
  return pending
}

/** Not awaited: a source that waits for its next bytes would hold back the error on its way to the caller. */
function end<T>(iterator: AsyncIterator<T> | Iterator<T>): void {
  const request = async (): Promise<unknown> => iterator.return?.()
  request().catch(() => undefined)
}

function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return pending
  return new Promise((done, fail) => {
    const abort = (): void => fail(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    pending.then(done, fail).finally(() => signal.removeEventListener('abort', abort))
  })
}

export function isStream(value: unknown): value is BatchStream {
  if (typeof value !== 'object' || value === null) return false
  const { [Symbol.asyncIterator]: a, [Symbol.iterator]: s } = value as Partial<
    AsyncIterable<Batch> & Iterable<Batch>
  >
  return typeof a === 'function' || typeof s === 'function'
}

function iteratorOf<T>(stream: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]()
}
