import { type Batch, batchPart } from '@ol/spec'

/** Returns the first n examples of batches, after which no further batch is requested; undefined: all, the batches as they are. */
export function firstExamples(batches: AsyncIterable<Batch>, n: number | undefined): AsyncIterable<Batch> {
  return n === undefined ? batches : limited(batches, n)
}

async function* limited(batches: AsyncIterable<Batch>, n: number): AsyncGenerator<Batch, void, void> {
  let left = n
  for await (const batch of batches) {
    yield batch.size <= left ? batch : batchPart(batch, 0, left)
    left -= batch.size
    if (left <= 0) return
  }
}
