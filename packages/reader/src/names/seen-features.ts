import { homeOf } from '@ol/fallback'
import { type Backend, type Batch, type SeenKeys, seenCounts, seenWords } from '@ol/spec'

/** The features that have appeared, up to a limit, told apart by both halves of their keys where batches have them. */
export class SeenFeatures {
  #keys: SeenKeys
  #found = new Uint32Array(0)

  constructor(limit: number) {
    this.#keys = { slots: new Uint32Array(1 << 12), counts: Uint32Array.of(0, limit, 0, 0) }
  }

  /** Whether no further feature counts. */
  get full(): boolean {
    const { counts } = this.#keys
    return counts[seenCounts.size] >= counts[seenCounts.limit]
  }

  /** Returns the positions of the features of a batch that have not appeared before, at most up to the limit. */
  add(batch: Batch, backend: Pick<Backend, 'unseen'>): Uint32Array {
    const { counts } = this.#keys
    const end = batch.offsets[batch.size]
    if (this.#found.length < end) this.#found = new Uint32Array(2 * end)
    counts[seenCounts.found] = 0
    let at = batch.offsets[0]
    for (;;) {
      at = backend.unseen(this.#keys, batch, at, this.#found)
      if (at >= end) return this.#found.slice(0, counts[seenCounts.found])
      this.#keys = { slots: doubled(this.#keys.slots), counts }
    }
  }
}

/** Returns the keys in twice as many slots. */
function doubled(slots: Uint32Array): Uint32Array {
  const more = new Uint32Array(2 * slots.length)
  for (let k = 0; k < slots.length; k += seenWords) {
    const low = slots[k]
    const high = slots[k + 1]
    if (low === 0 && high === 0) continue
    let to = (homeOf(low, high) * seenWords) & (more.length - 1)
    while (more[to] !== 0 || more[to + 1] !== 0) to = (to + seenWords) & (more.length - 1)
    more[to] = low
    more[to + 1] = high
  }
  return more
}
