import { scaledSlice } from '../targets/label-scale.js'
import type { PreparedBatch } from '../targets/targets.js'

/** Examples of a batch, from its example `from` on. */
export interface BatchPart {
  readonly batch: PreparedBatch
  readonly from: number
}

/** Returns examples from .. to of a batch, on its arrays. */
export function slice(batch: PreparedBatch, from: number, to: number): PreparedBatch {
  const { laneWeights, scaled, size } = batch
  const lanes = (laneWeights?.length ?? 0) / size
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
    laneWeights: laneWeights?.subarray(from * lanes, to * lanes),
    scaled: scaled && scaledSlice(scaled, from, to),
  }
}

/** The smallest number of examples in a piece: combining fewer takes less time than handing another piece to a thread. */
const least = 1024

/** Yields a part of a batch in pieces, so that one can be learned while the results of the one before are combined. */
export function* pieces({ batch, from }: BatchPart): Generator<BatchPart, void, void> {
  const { size } = batch
  for (let start = 0; start < size; ) {
    // a short rest is no piece of its own
    const end = size - start < 2 * least ? size : start + least
    yield start === 0 && end === size
      ? { batch, from }
      : { batch: slice(batch, start, end), from: from + start }
    start = end
  }
}
