import { binLevels, derivationSizes } from '@ol/spec'

// Keys of derived features. Twin: native/core/expand/keys.h, and for bins expand.cc

const { bounds } = derivationSizes

export const goldenRatio = 0x9e3779b1
const ofBins = 0x2c1b3c6d
const ofPairs = 0x297a2d39
const ofTriples = 0x6c8e9cf5

/** Spreads the bits of a number of 32 bits. */
export function mixed(key: number): number {
  let h = key
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

// The features of a range, and of a cross at one level, have keys one after another: examples then touch few pages of
// a table.

/** The key of the first bin of a feature. */
function binKey(row: number): number {
  return mixed(Math.imul(row + 1, goldenRatio) ^ ofBins)
}

/**
 * The key of a token: its row, whether it has ranks, and the part of 16 that its rank is in. Only the lower
 * 27 bits of a row count: rows that differ above them share keys.
 */
export function tokenKey(row: number, rank: number): number {
  return ((row << 5) | (rank < 0 ? 0 : 16 | (rank >> 4))) >>> 0
}

/**
 * Writes the bins of a rank from `at` on, their keys and values; returns the place after them. Hat functions over the
 * ranks of a feature: at each level the two nearest, weighted by distance. A rank is always between two hats.
 */
export function putBins(
  keys: Uint32Array,
  values: Float64Array,
  at: number,
  row: number,
  rank: number,
): number {
  let n = at
  let first = binKey(row)
  for (const level of binLevels) {
    const p = ((rank + 0.5) * 2 ** level) / (bounds + 1)
    const part = Math.floor(p)
    const share = p - part
    keys[n] = first + part
    values[n++] = 1 - share
    keys[n] = first + part + 1
    values[n++] = share
    first += 2 ** level + 1
  }
  return n
}

/**
 * Writes the keys of the features of a pair from `at` on: by parts of 4, then by parts of 16. The order of the tokens
 * does not matter. The array takes sums modulo 2^32.
 */
export function putPair(keys: Uint32Array, at: number, a: number, b: number): void {
  const low = a < b ? a : b
  const high = a < b ? b : a
  const first = mixed(Math.imul(low >>> 4, goldenRatio) ^ (high >>> 4) ^ ofPairs)
  keys[at] = first + ((low & 12) | ((high >>> 2) & 3))
  keys[at + 1] = first + 16 + (((low & 15) << 4) | (high & 15))
}

/** The same for three tokens. */
export function putTriple(keys: Uint32Array, at: number, a: number, b: number, c: number): void {
  let low = a < b ? a : b
  let high = a < b ? b : a
  let middle = c
  if (middle < low) [low, middle] = [middle, low]
  else if (middle > high) [middle, high] = [high, middle]
  const ofTwo = mixed(Math.imul(low >>> 4, goldenRatio) ^ (middle >>> 4))
  const first = mixed(Math.imul(ofTwo, goldenRatio) ^ (high >>> 4) ^ ofTriples)
  keys[at] = first + (((low & 12) << 2) | (middle & 12) | ((high >>> 2) & 3))
  keys[at + 1] = first + 64 + (((low & 15) << 8) | ((middle & 15) << 4) | (high & 15))
}
