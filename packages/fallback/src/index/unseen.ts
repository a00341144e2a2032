import { type Batch, type SeenKeys, seenCounts, seenRoom, seenWords } from '@ol/spec'
import { homeOf } from './home.js'

/** See Backend.unseen. Twin: native/core/index/unseen.cc. */
export function unseen({ slots, counts }: SeenKeys, batch: Batch, from: number, found: Uint32Array): number {
  const { size, offsets, indices, upper, values } = batch
  const mask = slots.length / seenWords - 1
  const room = seenRoom(slots)
  const limit = counts[seenCounts.limit]
  const end = offsets[size]
  let known = counts[seenCounts.size]
  let taken = known - counts[seenCounts.zero]
  let many = counts[seenCounts.found]
  let i = from
  for (; i < end; i++) {
    if (known >= limit) {
      i = end
      break
    }
    if (values[i] === 0) continue
    const low = indices[i]
    const high = upper === undefined ? 0 : upper[i]
    if (low === 0 && high === 0) {
      if (counts[seenCounts.zero] === 1) continue
      counts[seenCounts.zero] = 1
    } else {
      let k = (homeOf(low, high) & mask) * seenWords
      while ((slots[k] !== low || slots[k + 1] !== high) && (slots[k] !== 0 || slots[k + 1] !== 0))
        k = (k + seenWords) & (slots.length - 1)
      if (slots[k] === low && slots[k + 1] === high) continue
      if (taken === room) break
      slots[k] = low
      slots[k + 1] = high
      taken++
    }
    known++
    found[many++] = i
  }
  counts[seenCounts.size] = known
  counts[seenCounts.found] = many
  return i
}
