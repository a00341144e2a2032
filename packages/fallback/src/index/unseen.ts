import { type Batch, firstKeys, type SeenKeys, seenCapacity, seenCounts, seenWords } from '@ol/spec'
import { isPresent } from '../engine/is-present.js'
import { homeOf } from './home.js'

/** See Backend.unseen. Twin: native/core/index/unseen.cc. */
export function unseen(seen: SeenKeys, batch: Batch, from: number, found: Uint32Array): number {
  const { slots, counts, wide, first } = seen
  const { size, offsets, indices, values } = batch
  const upper = wide ? batch.upper : undefined
  const words = seenWords(wide)
  // the place of a key's upper half; narrow keys read the lower half again, which differs from 0 as it does
  const half = words - 1
  const mask = slots.length / words - 1
  const capacity = seenCapacity(seen)
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
    const low = indices[i]
    const high = upper === undefined ? 0 : upper[i]
    const second = wide ? high : low
    // zeros stand for no key
    const none = low === 0 && high === 0
    const place = (low & (firstKeys - 1)) * words
    if (first[place] === low && first[place + half] === second && !none) continue
    if (!isPresent(values[i])) continue
    if (none) {
      if (counts[seenCounts.zero] === 1) continue
      counts[seenCounts.zero] = 1
    } else {
      let k = (homeOf(low, high) & mask) * words
      while ((slots[k] !== low || slots[k + half] !== second) && (slots[k] !== 0 || slots[k + half] !== 0))
        k = (k + words) & (slots.length - 1)
      const isSeen = slots[k] === low && slots[k + half] === second
      if (!isSeen && taken === capacity) break
      if (first[place] === 0 && first[place + half] === 0) {
        first[place] = low
        first[place + half] = second
      }
      if (isSeen) continue
      slots[k] = low
      slots[k + half] = second
      taken++
    }
    known++
    found[many++] = i
  }
  counts[seenCounts.size] = known
  counts[seenCounts.found] = many
  return i
}
