import { goldenRatio, mixed } from './keys.js'

// Tables of pairs and triples of columns. Twin: native/core/expand/places.h

/**
 * Returns the place of columns (from 1; ascending, the third of a pair being 0) in a table that has three for each of its places, as
 * many as a power of two: where they are, or a free one, which has zeros.
 */
export function crossPlace(all: Uint32Array, low: number, middle: number, high: number): number {
  const mask = all.length / 3 - 1
  let place = mixed(Math.imul(mixed(Math.imul(low, goldenRatio) ^ middle), goldenRatio) ^ high) & mask
  for (; all[3 * place] !== 0; place = (place + 1) & mask)
    if (all[3 * place] === low && all[3 * place + 1] === middle && all[3 * place + 2] === high) return place
  return place
}

/** Puts columns into a free place of such a table. */
export function putCross(all: Uint32Array, place: number, low: number, middle: number, high: number): void {
  all[3 * place] = low
  all[3 * place + 1] = middle
  all[3 * place + 2] = high
}
