import type { Batch } from '@ol/spec'
import type { BatchBuilder } from '../examples/batch-builder.js'
import { isBatch } from '../examples/check-batch.js'
import type { Example, ExampleLabel, Features } from '../examples/features.js'
import { iteratorOf } from '../run/source.js'

/** Examples and batches one after another, in any mixture. */
export type ExampleStream<F extends object = Features, Y extends ExampleLabel = ExampleLabel> =
  | AsyncIterable<Example<F, Y> | Batch>
  | Iterable<Example<F, Y> | Batch>

/** The size of batches of examples; it does not change the model. */
const batchSize = 256

/** Iterates a stream of examples and batches as one of batches. */
export class Batched implements AsyncIterable<Batch>, AsyncIterator<Batch> {
  readonly #source: AsyncIterator<Example | Batch> | Iterator<Example | Batch>
  readonly #newBuilder: () => BatchBuilder
  #builder: BatchBuilder | undefined
  /** a batch that arrived after examples that were not yet in one */
  #next: Batch | undefined
  #made: Batch | undefined

  constructor(stream: ExampleStream, newBuilder: () => BatchBuilder) {
    this.#source = iteratorOf(stream)
    this.#newBuilder = newBuilder
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** Returns whether a batch was made here: its values are checked, and nothing else uses its arrays. */
  made(batch: Batch): boolean {
    return batch === this.#made
  }

  async next(): Promise<IteratorResult<Batch, undefined>> {
    if (this.#next !== undefined) return this.#given(this.#next)
    for (let count = 0; ; ) {
      const { done, value } = await this.#source.next()
      if (done === true) return count === 0 ? { done, value: undefined } : this.#take()
      if (isBatch(value)) {
        if (count === 0) return this.#given(value)
        this.#next = value
        return this.#take()
      }
      this.#builder ??= this.#newBuilder()
      this.#builder.add(value)
      count++
      if (count === batchSize) return this.#take()
    }
  }

  async return(): Promise<IteratorResult<Batch, undefined>> {
    await this.#source.return?.()
    return { done: true, value: undefined }
  }

  #given(batch: Batch): IteratorResult<Batch, undefined> {
    this.#next = undefined
    return { done: false, value: batch }
  }

  #take(): IteratorResult<Batch, undefined> {
    this.#made = (this.#builder as BatchBuilder).take()
    return { done: false, value: this.#made }
  }
}
