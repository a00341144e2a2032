import { type RowSlots, rowCounts } from '@ol/spec'
import { homeOf } from './home.js'

/** See Backend.placeRows. Twin: native/core/index/place-rows.cc. */
export function placeRows(index: RowSlots, until: number): number {
  const { slots, keys, counts } = index
  let row = counts[rowCounts.used]
  for (; row < until; row++) {
    const at = slotOf(index, keys[2 * row], keys[2 * row + 1])
    if (slots[at] !== 0) break
    slots[at] = row + 1
  }
  counts[rowCounts.used] = row
  return row
}

/** Returns the slot of a key, or the free one that it would get. */
export function slotOf({ slots, keys }: RowSlots, low: number, high: number): number {
  const mask = slots.length - 1
  let at = homeOf(low, high) & mask
  for (; slots[at] !== 0; at = (at + 1) & mask) {
    const k = 2 * (slots[at] - 1)
    if (keys[k] === low && keys[k + 1] === high) break
  }
  return at
}
