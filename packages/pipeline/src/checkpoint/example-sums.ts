import { crc32 } from '@ol/platform'
import type { Batch } from '@ol/spec'

/**
 * The CRC-32 of the labels, weights and initial predictions of examples, and of the indices and values of their features,
 * whatever batches they come in.
 */
export type ExampleSums = readonly number[]

export const noExamples: ExampleSums = [0, 0, 0, 0, 0]

/** Returns the sums of examples and of the batch after them. */
export function withExamples(sums: ExampleSums, batch: Batch): ExampleSums {
  const { size, offsets, labels, indices, values } = batch
  const [first, end] = [offsets[0], offsets[size]]
  // a batch has no weights if they are all 1, which depends on how the examples are cut into batches
  const { weights = new Float64Array(size).fill(1), initial = new Float64Array(size) } = batch
  const arrays = [
    ...[labels, weights, initial].map((each) => each.subarray(0, size)),
    ...[indices, values].map((each) => each.subarray(first, end)),
  ]
  return arrays.map(({ buffer, byteOffset, byteLength }, k) =>
    crc32(new Uint8Array(buffer, byteOffset, byteLength), sums[k]),
  )
}
