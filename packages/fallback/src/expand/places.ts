import { goldenRatio, mixed } from './keys.js'

// Tables of pairs and triples of columns. Twin: native/core/expand/places.h

/**
 * Returns the place of columns (from 1, ascending; the third of a pair is 0) in a hash table whose size is a power of
 * two and whose entries are three columns: their entry, or a free one, which has zeros.
 */
export function crossPlace(all: Uint32Array, low: number, middle: number, high: number): number {
  const mask = all.length / 3 - 1
  let place = mixed(Math.imul(mixed(Math.imul(low, goldenRatio) ^ middle), goldenRatio) ^ high) & mask
  for (; all[3 * place] !== 0; place = (place + 1) & mask)
    if (all[3 * place] === low && all[3 * place + 1] === middle && all[3 * place + 2] === high) return place
  return place
}

/** Writes columns to a free place of such a table. */
export function putCross(all: Uint32Array, place: number, low: number, middle: number, high: number): void {
  all[3 * place] = low
  all[3 * place + 1] = middle
  all[3 * place + 2] = high
}
