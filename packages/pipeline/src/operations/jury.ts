import type { Batch } from '@ol/spec'

const bits = new DataView(new ArrayBuffer(8))

/** Mixes a word into a hash, as MurmurHash3 does. */
function mix(hash: number, word: number): number {
  const k = Math.imul(word, 0xcc9e2d51)
  const h = hash ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

function mixNumber(hash: number, value: number): number {
  bits.setFloat64(0, value)
  return mix(mix(hash, bits.getInt32(0)), bits.getInt32(4))
}

/**
 * Returns whether example e is on a jury of one in n: by a hash of its label and its features, so that no shard, pass, cache
 * or engine changes who is.
 */
export function isJuror({ offsets, indices, values, labels }: Batch, e: number, n: number): boolean {
  let hash = mixNumber(0, labels[e])
  for (let i = offsets[e]; i < offsets[e + 1]; i++) hash = mixNumber(mix(hash, indices[i]), values[i])
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return (hash >>> 0) % n === 0
}

/** Returns a batch whose other examples have no weight. */
export function jurorsOf(batch: Batch, n: number): Batch {
  const weights = Float64Array.from({ length: batch.size }, (_, e) =>
    isJuror(batch, e, n) ? (batch.weights?.[e] ?? 1) : 0,
  )
  return { ...batch, weights }
}
