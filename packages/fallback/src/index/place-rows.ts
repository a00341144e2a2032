import { type RowSlots, rowCounts } from '@ol/spec'
import { homeOf } from './home.js'

/** See Backend.placeRows. Twin: native/core/index/place-rows.cc. */
export function placeRows({ slots, keys, counts }: RowSlots, until: number): number {
  const mask = slots.length - 1
  let row = counts[rowCounts.used]
  for (; row < until; row++) {
    const low = keys[2 * row]
    const high = keys[2 * row + 1]
    let at = homeOf(low, high) & mask
    while (slots[at] !== 0 && !hasKey(keys, slots[at] - 1, low, high)) at = (at + 1) & mask
    if (slots[at] !== 0) break
    slots[at] = row + 1
  }
  counts[rowCounts.used] = row
  return row
}

/** Returns whether a row has a key. */
export function hasKey(keys: Uint32Array, row: number, low: number, high: number): boolean {
  return keys[2 * row] === low && keys[2 * row + 1] === high
}
