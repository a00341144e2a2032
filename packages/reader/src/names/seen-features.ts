import { fallback, homeOf } from '@ol/fallback'
import { type Batch, type RowSlots, rowCounts, slotWords, type TokenBackend } from '@ol/spec'

/** The features that have appeared, up to a limit, told apart by both halves of their keys where batches have them. */
export class SeenFeatures {
  readonly #limit: number
  readonly #locate: typeof fallback.locate
  /** undefined: as many as the limit have appeared */
  #slots: RowSlots | undefined
  #rows = new Uint32Array(0)
  #labels = new Float64Array(0)

  constructor(limit: number, backend: TokenBackend = fallback) {
    this.#limit = limit
    this.#locate = backend.locate ?? fallback.locate
    // at most half of the slots are taken
    let count = 16
    while (count < 2 * limit) count *= 2
    this.#slots =
      limit === 0 ? undefined : { slots: new Uint32Array(count * slotWords), counts: new Uint32Array(2) }
  }

  /** Whether no further feature counts. */
  get full(): boolean {
    return this.#slots === undefined
  }

  /** Returns the positions of the features of a batch that have not appeared before, at most up to the limit. */
  add(batch: Batch): Uint32Array {
    const slots = this.#slots
    if (slots === undefined) return new Uint32Array(0)
    const { size, offsets, values } = batch
    const features = offsets[size]
    if (this.#rows.length < features) this.#rows = new Uint32Array(2 * features)
    if (this.#labels.length < size) this.#labels = new Float64Array(2 * size)
    const rows = this.#rows.subarray(0, features)
    const before = slots.counts[rowCounts.used]
    // every example counts
    const all = { ...batch, labels: this.#labels.subarray(0, size), weights: undefined }
    const done = this.#locate(slots, all, 0, true, rows)
    const used = Math.min(this.#limit, slots.counts[rowCounts.used])
    const found = new Uint32Array(used - before)
    // rows are given in the order of the features
    for (let i = 0, next = before; next < used; i++)
      if (values[i] !== 0 && rows[i] === next) found[next++ - before] = i
    if (used < this.#limit && done === size) return found
    this.#slots = undefined
    return used === this.#limit
      ? found
      : Uint32Array.from([...found, ...this.#last(slots, batch, done, used)])
  }

  /** Returns the new features of the example that found no room, up to the limit. */
  #last({ slots }: RowSlots, batch: Batch, e: number, used: number): number[] {
    const { offsets, indices, upper, values } = batch
    const known = new Set<string>()
    const found: number[] = []
    for (let i = offsets[e]; i < offsets[e + 1] && used + found.length < this.#limit; i++) {
      const key = `${indices[i]} ${upper?.[i]}`
      if (values[i] === 0 || known.has(key) || has(slots, indices[i], upper?.[i] ?? 0)) continue
      known.add(key)
      found.push(i)
    }
    return found
  }
}

function has(slots: Uint32Array, low: number, high: number): boolean {
  const mask = slots.length / slotWords - 1
  for (let at = homeOf(low, high) & mask; ; at = (at + 1) & mask) {
    const k = at * slotWords
    if (slots[k + 2] === 0) return false
    if (slots[k] === low && slots[k + 1] === high) return true
  }
}
