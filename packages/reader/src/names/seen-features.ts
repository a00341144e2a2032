import { homeOf } from '@ol/fallback'
import { type Backend, type Batch, firstKeys, type SeenKeys, seenCounts, seenWords } from '@ol/spec'

/** The features that have appeared, up to a limit, distinguished by both halves of their keys if batches have them. */
export class SeenFeatures {
  #keys: SeenKeys
  #found = new Uint32Array(0)

  constructor(limit: number) {
    this.#keys = {
      wide: false,
      slots: new Uint32Array(1 << 12),
      counts: Uint32Array.of(0, limit, 0, 0),
      first: new Uint32Array(firstKeys),
    }
  }

  /** Whether no further feature counts. */
  get full(): boolean {
    const { counts } = this.#keys
    return counts[seenCounts.size] >= counts[seenCounts.limit]
  }

  /** Returns the positions of the features of a batch that have not appeared before, at most up to the limit. */
  add(batch: Batch, backend: Pick<Backend, 'unseen'>): Uint32Array {
    if (batch.upper !== undefined && !this.#keys.wide) this.#keys = rehashed(this.#keys, 1, true)
    const { counts } = this.#keys
    const end = batch.offsets[batch.size]
    if (this.#found.length < end) this.#found = new Uint32Array(2 * end)
    counts[seenCounts.found] = 0
    let at = batch.offsets[0]
    for (;;) {
      at = backend.unseen(this.#keys, batch, at, this.#found)
      if (at >= end) return this.#found.slice(0, counts[seenCounts.found])
      this.#keys = rehashed(this.#keys, 2, this.#keys.wide)
    }
  }
}

/** Returns the keys in a multiple of the slots; keys that were narrow have an upper half of 0. */
function rehashed({ slots, counts, wide: was, first }: SeenKeys, times: number, wide: boolean): SeenKeys {
  const [before, after] = [seenWords(was), seenWords(wide)]
  const more = new Uint32Array(((times * slots.length) / before) * after)
  for (let k = 0; k < slots.length; k += before) {
    const low = slots[k]
    const high = was ? slots[k + 1] : 0
    if (low === 0 && high === 0) continue
    let to = (homeOf(low, high) * after) & (more.length - 1)
    while (more[to] !== 0 || (wide && more[to + 1] !== 0)) to = (to + after) & (more.length - 1)
    more[to] = low
    if (wide) more[to + 1] = high
  }
  return { wide, slots: more, counts, first: wide === was ? first : new Uint32Array(firstKeys * after) }
}
