import { homeOf } from '@ol/fallback'
import { type Batch, slotWords } from '@ol/spec'

/** Places of the features that appeared last, each at the place of its hash: most features are among them. */
const recentBits = 16

const placeFactor = 0x9e3779b1

/** The features that have appeared, up to a limit, told apart by both halves of their keys where batches have them. */
export class SeenFeatures {
  readonly #limit: number
  #size = 0
  /** lower and upper half of each key, and 1; at most half of the slots are taken */
  readonly #slots: Uint32Array
  readonly #recent: Uint32Array
  /** of any length where batches have no upper halves */
  #recentUppers = new Uint32Array(0)

  constructor(limit: number) {
    this.#limit = limit
    let count = 16
    while (count < 2 * limit) count *= 2
    this.#slots = new Uint32Array(limit === 0 ? 0 : count * slotWords)
    this.#recent = new Uint32Array(limit === 0 ? 0 : 1 << recentBits)
    // an empty place must not be that of a key: 0 belongs elsewhere
    if (limit > 0) this.#recent[0] = 1
  }

  /** Whether no further feature counts. */
  get full(): boolean {
    return this.#size >= this.#limit
  }

  /** Returns the positions of the features of a batch that have not appeared before, at most up to the limit. */
  add({ size, offsets, indices, upper, values }: Batch): Uint32Array {
    const found: number[] = []
    const recent = this.#recent
    const wide = upper !== undefined
    if (wide && this.#recentUppers.length === 0) this.#recentUppers = new Uint32Array(recent.length)
    const uppers = this.#recentUppers
    const end = this.full ? 0 : offsets[size]
    for (let i = offsets[0]; i < end; i++) {
      const low = indices[i]
      const place = Math.imul(low, placeFactor) >>> (32 - recentBits)
      if (recent[place] === low && (!wide || uppers[place] === upper[i])) continue
      if (values[i] === 0) continue
      recent[place] = low
      const high = wide ? upper[i] : 0
      if (wide) uppers[place] = high
      if (!this.#insert(low, high)) continue
      found.push(i)
      if (this.full) break
    }
    return Uint32Array.from(found)
  }

  /** Adds a key; returns whether it was not there. */
  #insert(low: number, high: number): boolean {
    const slots = this.#slots
    const k = slotOf(slots, low, high)
    if (slots[k + 2] !== 0) return false
    slots[k] = low
    slots[k + 1] = high
    slots[k + 2] = 1
    this.#size++
    return true
  }
}

/** Returns the place of a key, or the free one that it would get. */
function slotOf(slots: Uint32Array, low: number, high: number): number {
  const mask = slots.length / slotWords - 1
  for (let at = homeOf(low, high) & mask; ; at = (at + 1) & mask) {
    const k = at * slotWords
    if (slots[k + 2] === 0 || (slots[k] === low && slots[k + 1] === high)) return k
  }
}
