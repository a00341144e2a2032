import type { SlicedWrite } from '@ol/platform'
import { OLError } from '@ol/spec'

/** The work on a model that is in flight, so that nothing changes or reads the model meanwhile. */
export class WorkInFlight {
  /** batches that are being learned from off the main thread */
  #batches = 0
  /** evaluations whose batches are predicted off the main thread */
  #evaluations = 0
  /** a stream is being learned, possibly between two batches */
  learnsStream = false
  /** files that the model is being written to */
  readonly #saves: Set<SlicedWrite> = new Set()

  async overBatch<T>(work: () => Promise<T>): Promise<T> {
    this.#batches++
    try {
      return await work()
    } finally {
      this.#batches--
    }
  }

  async overEvaluation<T>(work: () => Promise<T>): Promise<T> {
    this.#evaluations++
    try {
      return await work()
    } finally {
      this.#evaluations--
    }
  }

  async overStream<T>(work: () => Promise<T>): Promise<T> {
    this.learnsStream = true
    try {
      return await work()
    } finally {
      this.learnsStream = false
    }
  }

  async overSave(save: SlicedWrite): Promise<void> {
    this.#saves.add(save)
    try {
      await save.finished
    } finally {
      this.#saves.delete(save)
    }
  }

  /** Lets every file that is being written read the current model; called before a change that its snapshot does not cover. */
  beforeChange(): void {
    for (const save of this.#saves) save.takeAll()
    this.#saves.clear()
  }

  /** Throws OL_BUSY while a batch is being learned off the main thread. */
  refuseInFlight(): void {
    if (this.#batches > 0) refuse('learning a batch off the main thread')
  }

  /** Throws OL_BUSY between the batches of a stream, and while other threads predict for an evaluation, too. */
  refuseChange(): void {
    this.refuseInFlight()
    if (this.#evaluations > 0) refuse('being evaluated off the main thread')
    if (this.learnsStream) refuse('learning from a stream')
  }
}

function refuse(what: string): never {
  throw new OLError('OL_BUSY', `The model is ${what}; await it first`)
}
