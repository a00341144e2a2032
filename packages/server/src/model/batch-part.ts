import type { Batch, FeatureNames } from '@ol/spec'

/** Returns the examples [from, to) of a batch, as a batch that shares its arrays. */
export function batchPart(batch: Batch, from: number, to: number): Batch {
  if (from === 0 && to === batch.size) return batch
  const [start, end] = [batch.offsets[from], batch.offsets[to]]
  return {
    size: to - from,
    offsets: batch.offsets.slice(from, to + 1).map((offset) => offset - start),
    indices: batch.indices.subarray(start, end),
    ...(batch.upper === undefined ? {} : { upper: batch.upper.subarray(start, end) }),
    ...(batch.groups === undefined ? {} : { groups: batch.groups.subarray(start, end) }),
    values: batch.values.subarray(start, end),
    labels: batch.labels.subarray(from, to),
    weights: batch.weights?.subarray(from, to),
    initial: batch.initial?.subarray(from, to),
    ...(batch.classNames === undefined ? {} : { classNames: batch.classNames }),
    ...(batch.names === undefined ? {} : { names: namesIn(batch.names, start, end) }),
  }
}

/** Returns the names of the features [start, end). */
function namesIn({ at, texts }: FeatureNames, start: number, end: number): FeatureNames {
  const first = at.findIndex((position) => position >= start)
  if (first < 0) return { at: new Uint32Array(0), texts: [] }
  let last = first
  while (last < at.length && at[last] < end) last++
  return { at: at.slice(first, last).map((position) => position - start), texts: texts.slice(first, last) }
}
