import { type Batch, capacityOf, noRow, type RowSlots, rowCounts } from '@ol/spec'
import { isPresent } from '../engine/is-present.js'
import { slotOf } from './place-rows.js'

/** Slots that the current example has taken, so that they can be released. */
let taken = new Uint32Array(256)

/** See Backend.locate. Twin: native/core/index/locate.cc. */
export function locate(
  index: RowSlots,
  batch: Batch,
  from: number,
  keep: boolean,
  rows: Uint32Array,
): number {
  const { slots, keys, counts } = index
  const { size, offsets, indices, upper, values, labels, weights } = batch
  const capacity = capacityOf(slots)
  let used = counts[rowCounts.used]
  const most = counts[rowCounts.most]
  const missing = counts[rowCounts.missing] === 1
  let reach = counts[rowCounts.reach]
  let ignored = counts[rowCounts.ignored]
  let e = from
  for (; e < size; e++) {
    const start = used
    let without = 0
    const end = offsets[e + 1]
    let i = offsets[e]
    for (; i < end; i++) {
      if (missing ? values[i] === 0 : !isPresent(values[i])) {
        rows[i] = 0
        continue
      }
      const low = indices[i]
      const high = upper === undefined ? 0 : upper[i]
      const at = slotOf(index, low, high)
      if (slots[at] === 0) {
        if (used >= most) {
          rows[i] = noRow
          without++
          continue
        }
        if (used === capacity) break
        if (used - start === taken.length) taken = doubled(taken)
        taken[used - start] = at
        keys[2 * used] = low
        keys[2 * used + 1] = high
        slots[at] = ++used
      }
      rows[i] = slots[at] - 1
    }
    const fits = i === end
    if (fits && used > reach) reach = used
    if (fits) ignored += without
    const y = labels[e]
    if (fits && keep && y === y && (weights === undefined || weights[e] !== 0)) continue
    // no other probe passes over the slots that were taken last
    for (; used > start; used--) slots[taken[used - start - 1]] = 0
    if (!fits) break
  }
  counts[rowCounts.used] = used
  counts[rowCounts.reach] = reach
  counts[rowCounts.ignored] = ignored
  return e
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const twice = new Uint32Array(2 * array.length)
  twice.set(array)
  return twice
}
