import type { Batch } from '@ol/spec'
import type { Answers } from './model/answer.js'
import type { ServedModel } from './model/served-model.js'
import type { Accepted } from './store/record.js'

/** The longest time, in milliseconds, for which waiting examples are learned before requests are handled again. */
export const sliceMs = 2

/** The largest number of requests whose examples are learned as one batch, if it takes no longer than a slice. */
export const mostJoined = 64

/** A request whose examples wait for the log and then for the model. */
export interface LearnRequest {
  readonly size: number
  readonly records: readonly Accepted[]
  readonly done: (answers: Answers) => void
  readonly failed: (error: unknown) => void
}

/** Examples that are learned as one batch. */
export interface LearnWork {
  /** the model that makes the batch */
  readonly model: ServedModel
  /** undefined: further examples may join it */
  batch: Batch | undefined
  readonly requests: LearnRequest[]
}

/** Returns whether further examples may join a work. */
export function isOpen(work: object): work is LearnWork {
  return 'batch' in work && work.batch === undefined
}

export function closeWork(work: LearnWork): void {
  work.batch = work.model.take()
}

/** Returns how many examples can be learned within a slice, if `count` examples took this long. */
export function mostWithin(examples: number, milliseconds: number): number {
  return Math.max(1, Math.min(mostJoined, Math.floor((examples * sliceMs) / milliseconds)))
}
