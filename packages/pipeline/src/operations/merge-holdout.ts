import type { Batch } from '@ol/spec'
import { finish, mixNumber, mixWord } from './hash-numbers.js'

/**
 * Returns whether example e is in a merge holdout of one in n: by a hash of its label and its features, so that no shard, pass, cache
 * or engine changes which are.
 */
export function isInMergeHoldout({ offsets, indices, values, labels }: Batch, e: number, n: number): boolean {
  let hash = mixNumber(0, labels[e])
  for (let i = offsets[e]; i < offsets[e + 1]; i++) hash = mixNumber(mixWord(hash, indices[i]), values[i])
  return finish(hash) % n === 0
}

/** Returns a batch whose other examples have no weight. */
export function mergeHoldoutOf(batch: Batch, n: number): Batch {
  const weights = Float64Array.from({ length: batch.size }, (_, e) =>
    isInMergeHoldout(batch, e, n) ? (batch.weights?.[e] ?? 1) : 0,
  )
  return { ...batch, weights }
}
