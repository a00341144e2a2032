import { type Batch, namesWithin } from '@ol/spec'

/** Returns example e of a batch as a batch of its own. */
export function exampleOf(batch: Batch, e: number): Batch {
  const from = batch.offsets[e]
  const to = batch.offsets[e + 1]
  const one = (list: Float64Array | undefined): Float64Array | undefined => list?.slice(e, e + 1)
  return {
    size: 1,
    offsets: Uint32Array.of(0, to - from),
    indices: batch.indices.slice(from, to),
    ...(batch.upper === undefined ? {} : { upper: batch.upper.slice(from, to) }),
    values: batch.values.slice(from, to),
    labels: batch.labels.slice(e, e + 1),
    weights: one(batch.weights),
    initial: one(batch.initial),
    lines: one(batch.lines),
    tags: batch.tags === undefined ? undefined : [batch.tags[e]],
    ...(batch.normalized === undefined ? {} : { normalized: batch.normalized }),
    ...(batch.names === undefined ? {} : { names: namesWithin(batch.names, from, to) }),
  }
}
