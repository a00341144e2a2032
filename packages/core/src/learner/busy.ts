import type { SlicedWrite } from '@ol/platform'
import { OLError } from '@ol/spec'

/** What a learner is busy with, so that nothing changes or reads its model meanwhile. */
export class Busy {
  /** a batch is being learned from off the main thread */
  #batch = false
  /** a stream is being learned from */
  #stream = false
  /** files that the model is being written to */
  readonly #saves: Set<SlicedWrite> = new Set()

  async overBatch<T>(work: () => Promise<T>): Promise<T> {
    this.#batch = true
    try {
      return await work()
    } finally {
      this.#batch = false
    }
  }

  async overStream<T>(work: () => Promise<T>): Promise<T> {
    this.#stream = true
    try {
      return await work()
    } finally {
      this.#stream = false
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

  /** Whether the model is being written to a file. */
  get isSaving(): boolean {
    return this.#saves.size > 0
  }

  /** Waits for the files that the model is being written to, so that their rest is not taken at once: see `beforeChange`. */
  async afterSaves(): Promise<void> {
    // a save that fails says so to who asked for it
    await Promise.allSettled([...this.#saves].map(({ finished }) => finished))
  }

  /** Lets every file that is being written take the model as it is; called before anything changes the model. */
  beforeChange(): void {
    for (const save of this.#saves) save.takeAll()
    this.#saves.clear()
  }

  /** Throws OL_BUSY while a batch is learned from off the main thread. */
  refuseInFlight(): void {
    if (this.#batch)
      throw new OLError('OL_BUSY', 'The model is learning a batch off the main thread; await it first')
  }

  /** Throws OL_BUSY between the batches of a stream, too. */
  refuseWhileLearning(): void {
    this.refuseInFlight()
    if (this.#stream) throw new OLError('OL_BUSY', 'The model is learning from a stream; await it first')
  }
}
