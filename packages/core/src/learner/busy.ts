import type { SlicedWrite } from '@ol/platform'
import { OLError } from '@ol/spec'

/** What a learner is busy with, so that nothing changes or reads its model meanwhile. */
export class Busy {
  /** batches that are being learned from off the main thread */
  #batches = 0
  /** a stream is being learned from */
  #stream = false
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

  /** Lets every file that is being written take the model as it is; called before a change of which it has no snapshot. */
  beforeChange(): void {
    for (const save of this.#saves) save.takeAll()
    this.#saves.clear()
  }

  /** Throws OL_BUSY while a batch is learned from off the main thread. */
  refuseInFlight(): void {
    if (this.#batches > 0)
      throw new OLError('OL_BUSY', 'The model is learning a batch off the main thread; await it first')
  }

  /** Throws OL_BUSY between the batches of a stream, too. */
  refuseWhileLearning(): void {
    this.refuseInFlight()
    if (this.#stream) throw new OLError('OL_BUSY', 'The model is learning from a stream; await it first')
  }
}
