/*
 * The upper half of a feature's key is computed like the lower half, its index, from another seed; only here all digits
 * of numbers beyond 32 bits count (hash mode `whole`), so that features with equal indices differ there. Twin:
 * native/core/hash/upper.h; for the seed, murmur3.h.
 */

const salt = 0x9e3779b9

/** Returns the seed of upper halves, unsigned. */
export function upperSeed(seed: number): number {
  return (seed ^ salt) >>> 0
}

/** Mixes a word into a hash (a round of MurmurHash3). */
function mixed(h: number, word: number): number {
  const k = Math.imul(word, 0xcc9e2d51)
  h ^= Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

/**
 * Returns the upper half of the key of a product or an n-gram of two features in this order. It depends on all four
 * halves, because products of numbers share indices with each other. Signed, 32 bits.
 */
export function joined(lower1: number, upper1: number, lower2: number, upper2: number): number {
  let h = mixed(mixed(mixed(upper1 ^ salt, lower1), upper2), lower2)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
