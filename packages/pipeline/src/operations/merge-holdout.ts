import type { Batch } from '@ol/spec'
import { finish, mixNumber, mixWord } from './hash-numbers.js'

/**
 * Returns whether example e is in a merge holdout of one in n: by a hash of its label and its features, so the choice
 * does not depend on shard, pass, cache or engine.
 */
export function isInMergeHoldout(batch: Batch, e: number, n: number): boolean {
  const { offsets, indices, values } = batch
  let hash = labelHash(batch, e)
  for (let i = offsets[e]; i < offsets[e + 1]; i++) hash = mixNumber(mixWord(hash, indices[i]), values[i])
  return finish(hash) % n === 0
}

/** Returns the hash of a label; for a class with a name, of the name, because files and models may number classes differently. */
function labelHash({ labels, classNames }: Batch, e: number): number {
  const name = classNames?.[labels[e] - 1]
  if (name === undefined) return mixNumber(0, labels[e])
  let hash = 0
  for (let k = 0; k < name.length; k++) hash = mixWord(hash, name.charCodeAt(k))
  return hash
}

/** Returns a batch whose other examples have no weight. */
export function mergeHoldoutOf(batch: Batch, n: number): Batch {
  const weights = Float64Array.from({ length: batch.size }, (_, e) =>
    isInMergeHoldout(batch, e, n) ? (batch.weights?.[e] ?? 1) : 0,
  )
  return { ...batch, weights }
}
