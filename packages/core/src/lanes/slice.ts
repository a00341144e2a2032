import type { Batch } from '@ol/spec'

/** Examples of a batch, from its example `from` on. */
export interface BatchPart {
  readonly batch: Batch
  readonly from: number
}

/** Returns examples from .. to of a batch, on its arrays. */
export function slice(batch: Batch, from: number, to: number): Batch {
  return {
    size: to - from,
    offsets: batch.offsets.subarray(from, to + 1),
    indices: batch.indices,
    values: batch.values,
    labels: batch.labels.subarray(from, to),
    weights: batch.weights?.subarray(from, to),
    initial: batch.initial?.subarray(from, to),
    derived: batch.derived?.subarray(from, to),
    ends: batch.ends?.subarray(from, to),
  }
}
