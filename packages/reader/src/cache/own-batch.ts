import type { Batch } from '@ol/spec'

/** Returns a batch with arrays of its own: one that borrows them (`reuseBuffers`) is valid until the next is read. */
export function ownBatch(batch: Batch): Batch {
  const { offsets, indices, upper, values, labels, weights, initial, lines } = batch
  return {
    ...batch,
    offsets: offsets.slice(),
    indices: indices.slice(),
    ...(upper === undefined ? {} : { upper: upper.slice() }),
    values: values.slice(),
    labels: labels.slice(),
    weights: weights?.slice(),
    initial: initial?.slice(),
    lines: lines?.slice(),
  }
}
