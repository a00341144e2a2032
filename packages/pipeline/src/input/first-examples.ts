import { type Batch, batchPart } from '@ol/spec'

/** Yields the first n examples of batches, and reads no further; undefined: all. */
export async function* firstExamples(
  batches: AsyncIterable<Batch>,
  n: number | undefined,
): AsyncGenerator<Batch, void, void> {
  if (n === undefined) return yield* batches
  let left = n
  for await (const batch of batches) {
    yield batch.size <= left ? batch : batchPart(batch, 0, left)
    left -= batch.size
    if (left <= 0) return
  }
}
