import { crc32 } from '@ol/platform'
import type { Batch } from '@ol/spec'

/** The CRC-32 of the labels, of the indices and of the values of examples, whatever batches they come in. */
export type ExampleSums = readonly number[]

export const noExamples: ExampleSums = [0, 0, 0]

/** Returns the sums of examples and of the batch after them. */
export function withExamples(sums: ExampleSums, batch: Batch): ExampleSums {
  const { size, offsets, labels, indices, values } = batch
  const [first, end] = [offsets[0], offsets[size]]
  const arrays = [labels.subarray(0, size), indices.subarray(first, end), values.subarray(first, end)]
  return arrays.map(({ buffer, byteOffset, byteLength }, k) =>
    crc32(new Uint8Array(buffer, byteOffset, byteLength), sums[k]),
  )
}
