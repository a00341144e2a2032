import { type Batch, invalid } from '@ol/spec'
import type { Classes } from '../lanes/classes.js'
import type { Outcome } from '../lanes/outcome.js'
import type { ProgressiveValidation } from '../validation/progressive-validation.js'
import type { ClassLabels, ContinuedStream, ProgressEvent, Schedule } from './streams.js'

/** Adds results to the progress of a stream and calls back at the examples of a schedule. */
export class ProgressCaller {
  readonly progress: ProgressiveValidation
  readonly #call: ((event: ProgressEvent) => void) | undefined
  readonly #schedule: Schedule
  readonly #classes: Classes | undefined
  #next: number
  /** the weight of all examples that `#reaches` has passed */
  #weight = 0

  constructor(progress: ProgressiveValidation, options: ContinuedStream, classes: Classes | undefined) {
    this.progress = options.progress ?? progress
    this.#classes = classes
    this.#call = options.onProgress
    this.#schedule = options.schedule ?? { times: 2 }
    this.#next = checkSchedule(this.#schedule)
    if (this.progress.weightSum > 0) this.#advance(this.progress.weightSum)
  }

  /**
   * Returns the promise of a call that is not over; its rejection ends the stream. `batch`: its classes are numbered
   * from 0; `labels`: the labels of the classes named by this and earlier batches
   */
  add(batch: Batch, results: Outcome, labels: ClassLabels): Promise<unknown> | undefined {
    let from = 0
    const called: unknown[] = []
    if (this.#call !== undefined) {
      this.#weight = this.progress.weightSum
      for (let e = this.#reaches(batch, 0); e < batch.size; e = this.#reaches(batch, from)) {
        this.progress.add(batch, results, from, e + 1)
        from = e + 1
        const over: unknown = this.#call(this.#event(batch, results, e, labels))
        // an async function returns a promise, whatever its type says
        if (typeof (over as Partial<PromiseLike<unknown>> | undefined)?.then === 'function') called.push(over)
        this.progress.mark()
        this.#advance(this.#weight)
      }
    }
    this.progress.add(batch, results, from)
    return called.length === 0 ? undefined : Promise.all(called)
  }

  /** Returns the first example from `from` on with which the sum of weights reaches the next call, or the size. */
  #reaches(batch: Batch, from: number): number {
    if (batch.weights === undefined && Number.isSafeInteger(this.#weight + batch.size)) {
      // Sums of integers are exact, so no loop has to add them. A sum in another order may already be past the next call.
      const examples = Math.max(1, Math.ceil(this.#next) - this.#weight)
      const e = Math.min(batch.size, from + examples - 1)
      this.#weight += Math.min(batch.size, e + 1) - from
      return e
    }
    for (let e = from; e < batch.size; e++) {
      this.#weight += batch.weights === undefined ? 1 : batch.weights[e]
      if (this.#weight >= this.#next) return e
    }
    return batch.size
  }

  #event(batch: Batch, results: Outcome, e: number, labels: ClassLabels): ProgressEvent {
    const first = this.#classes === undefined ? 0 : 1
    return {
      progress: this.progress,
      label: batch.labels[e] + first,
      prediction: results.predictions[e] + first,
      features: batch.offsets[e + 1] - batch.offsets[e],
      classes: labels,
    }
  }

  #advance(weight: number): void {
    this.#next = after(weight, this.#schedule)
  }
}

/**
 * Returns the sum of weights of the next call. It is larger than `weight`, even if adding 1 does not change a double.
 */
function after(weight: number, schedule: Schedule): number {
  const next =
    'times' in schedule ? weight * schedule.times : (Math.floor(weight / schedule.every) + 1) * schedule.every
  return next > weight ? next : weight * (1 + Number.EPSILON)
}

function checkSchedule(schedule: Schedule): number {
  if ('times' in schedule) {
    if (!(typeof schedule.times === 'number' && schedule.times > 1 && Number.isFinite(schedule.times)))
      throw invalid('OL_PARAMETER', 'schedule.times', 'a number > 1', schedule.times)
    return 1
  }
  if (!(typeof schedule.every === 'number' && schedule.every >= 1 && Number.isFinite(schedule.every)))
    throw invalid('OL_PARAMETER', 'schedule.every', 'a number >= 1', schedule.every)
  return schedule.every
}
