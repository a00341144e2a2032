import type { Batch } from './batch.js'
import { namesWithin } from './name-texts.js'

/** Returns examples from .. to of a batch; their offsets start at 0 again. */
export function batchPart(batch: Batch, from: number, to: number): Batch {
  const { offsets, indices, values } = batch
  if (from === 0 && to === batch.size && offsets[0] === 0) return batch
  const [first, end] = [offsets[from], offsets[to]]
  return {
    ...batch,
    size: to - from,
    offsets: offsets.subarray(from, to + 1).map((offset) => offset - first),
    indices: indices.subarray(first, end),
    values: values.subarray(first, end),
    labels: batch.labels.subarray(from, to),
    ...(batch.upper === undefined ? {} : { upper: batch.upper.subarray(first, end) }),
    ...(batch.groups === undefined ? {} : { groups: batch.groups.subarray(first, end) }),
    ...(batch.weights === undefined ? {} : { weights: batch.weights.subarray(from, to) }),
    ...(batch.initial === undefined ? {} : { initial: batch.initial.subarray(from, to) }),
    ...(batch.lines === undefined ? {} : { lines: batch.lines.subarray(from, to) }),
    ...(batch.tags === undefined ? {} : { tags: batch.tags.slice(from, to) }),
    ...(batch.names === undefined ? {} : { names: namesWithin(batch.names, first, end) }),
  }
}
