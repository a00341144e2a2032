import { type RowSlots, rowCounts } from '@ol/spec'
import { homeOf } from './home.js'

/** See Backend.placeRows. Twin: native/core/index/place-rows.cc. */
export function placeRows(index: RowSlots, until: number, distinct: boolean): number {
  const { slots, keys, counts } = index
  let row = counts[rowCounts.used]
  for (; row < until; row++) {
    const low = keys[2 * row]
    const high = keys[2 * row + 1]
    const at = distinct ? freeSlot(slots, homeOf(low, high)) : slotOf(index, low, high)
    if (slots[at] !== 0) break
    slots[at] = row + 1
  }
  counts[rowCounts.used] = row
  return row
}

/** Returns the first free slot from a home on. */
function freeSlot(slots: Uint32Array, home: number): number {
  const mask = slots.length - 1
  let at = home & mask
  while (slots[at] !== 0) at = (at + 1) & mask
  return at
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
