import type { Batch, FeatureNames } from './batch.js'

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

/** Returns the names of features [first, end) for a batch that has only these, from position 0 on. */
export function namesWithin({ at, texts }: FeatureNames, first: number, end: number): FeatureNames {
  const [from, to] = [placeOf(at, first), placeOf(at, end)]
  return { at: at.subarray(from, to).map((position) => position - first), texts: texts.slice(from, to) }
}

/** Returns the place of the first of ascending numbers that is not less than one. */
function placeOf(numbers: Uint32Array, least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle] < least) low = middle + 1
    else high = middle
  }
  return low
}
