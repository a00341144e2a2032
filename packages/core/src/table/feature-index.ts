import { slotOf } from '@ol/fallback'
import {
  type Backend,
  type Batch,
  capacityOf,
  emptyCounts,
  noRow,
  OLError,
  type RowSlots,
  rowCounts,
} from '@ol/spec'
import { allocate, sizeText } from './allocate.js'

const { used, reach, ignored, most, missing } = rowCounts

/** The two halves of a feature's key. */
export interface Key {
  readonly index: number
  readonly upper: number
}

/** How many features an index may have. */
export interface FeatureLimit {
  /** absent: any number */
  readonly most?: number | undefined
  /** values that were ignored so far */
  readonly ignored?: number | undefined
  /** whether missing values have rows, too; absent: they have none */
  readonly missing?: boolean | undefined
}

/** Features that have been found. */
export interface FoundRows {
  /** the rows that a table needs for them */
  readonly needed: number
  /** see `FeatureIndex.locate` */
  fitted(fit: (rows: number) => void): Batch
}

/** The calls of a backend that an index of features makes. */
export type IndexBackend = Pick<Backend, 'locate' | 'placeRows' | 'advise'>

/** Maps each feature to its own row, in the order of their first appearance. */
export class FeatureIndex {
  readonly #backend: IndexBackend
  #slots: RowSlots
  #ignored: number

  /**
   * `keys`: of the rows in use, lower and upper half by row; `limit`: the most rows, and the values that were ignored past them.
   * OL_MODEL_FORMAT if two rows have the same key.
   */
  constructor(backend: IndexBackend, keys: Uint32Array = new Uint32Array(0), limit: FeatureLimit = {}) {
    this.#backend = backend
    this.#ignored = limit.ignored ?? 0
    this.#slots = slotsWith(keys, Math.max(keys.length / 2, 8), false, backend)
    if (limit.most !== undefined) this.#slots.counts[most] = limit.most
    if (limit.missing === true) this.#slots.counts[missing] = 1
  }

  /** The number of values that were not learned, because their features appeared after the limit was reached. */
  get ignored(): number {
    return this.#ignored
  }

  /** Values that were ignored are counted from this number on. */
  countFrom(count: number): void {
    this.#ignored = count
  }

  /** Rows in use. */
  get size(): number {
    return this.#slots.counts[used]
  }

  /** Memory of the index. */
  get bytes(): number {
    return this.#slots.slots.byteLength + this.#slots.keys.byteLength
  }

  /** Returns the row of a feature; undefined if it has none. */
  rowOf(index: number, upper = 0): number | undefined {
    const row = this.#slots.slots[slotOf(this.#slots, index, upper)]
    return row === 0 ? undefined : row - 1
  }

  /** The keys of the rows in use, lower and upper half by row; they do not change when rows are added. */
  get keys(): Uint32Array {
    return this.#slots.keys.subarray(0, 2 * this.size)
  }

  /** Returns the key of a row in use. */
  keyOf(row: number): Key {
    const { keys } = this.#slots
    return { index: keys[2 * row], upper: keys[2 * row + 1] }
  }

  /**
   * Returns the batch with rows in place of keys. With `keep`, the new features of examples that will be learned keep
   * their rows; all others get rows that stay free, as if each example came next. `fit` receives the number of rows
   * that a table needs for them; if it throws, nothing has changed. A feature beyond the limit of rows is treated as
   * absent.
   */
  locate(batch: Batch, keep: boolean, fit: (rows: number) => void): Batch {
    return this.find(batch, keep).fitted(fit)
  }

  /** The first step of `locate`; the second step must follow. */
  find(batch: Batch, keep: boolean): FoundRows {
    const before = this.size
    const rows = new Uint32Array(batch.offsets[batch.size])
    this.#slots.counts[reach] = before
    this.#slots.counts[ignored] = 0
    const orForget = <T>(work: () => T): T => {
      try {
        return work()
      } catch (error) {
        this.keepFirst(before)
        throw error
      }
    }
    orForget(() => {
      for (let e = 0; ; ) {
        e = this.#backend.locate(this.#slots, batch, e, keep, rows)
        if (e === batch.size) break
        this.#widen(this.#slots.slots.length)
      }
    })
    const needed = this.#slots.counts[reach]
    return {
      needed,
      fitted: (fit) => {
        orForget(() => fit(needed))
        const { upper: _, ...others } = batch
        if (this.#slots.counts[ignored] === 0) return { ...others, indices: rows }
        return { ...others, indices: rows, values: this.#without(batch, keep, rows) }
      },
    }
  }

  /** Returns the values of a batch with 0 where a feature has no row, and gives it one. */
  #without(
    { size, offsets, values, labels, weights }: Batch,
    keep: boolean,
    rows: Uint32Array,
  ): Float64Array {
    const others = values.slice()
    for (let e = 0; e < size; e++) {
      const learned = keep && !Number.isNaN(labels[e]) && weights?.[e] !== 0
      for (let i = offsets[e]; i < offsets[e + 1]; i++) {
        if (rows[i] !== noRow) continue
        rows[i] = 0
        others[i] = 0
        if (learned) this.#ignored++
      }
    }
    return others
  }

  /** Adds features up to the limit; returns the positions of the features that had no row. */
  addAll(lower: Uint32Array, upper: Uint32Array | undefined): number[] {
    const { length } = lower
    const next = this.size
    // most are new
    const needed = Math.min(next + length, this.#slots.counts[most])
    if (needed > capacityOf(this.#slots.slots)) this.#widen(needed)
    const { indices } = this.locate(
      {
        size: 1,
        offsets: Uint32Array.of(0, length),
        indices: lower,
        upper,
        values: new Float64Array(length).fill(1),
        labels: Float64Array.of(0),
      },
      true,
      () => undefined,
    )
    return placesFrom(indices, next)
  }

  /** Releases all rows but the first ones: no other probe passes over the last ones. */
  keepFirst(rows: number): void {
    const { slots, counts } = this.#slots
    for (let row = this.size - 1; row >= rows; row--) {
      const { index, upper } = this.keyOf(row)
      slots[slotOf(this.#slots, index, upper)] = 0
    }
    counts[used] = rows
  }

  /**
   * Allocates slots for this many rows, at least twice as many as before: at most three in four slots are ever free.
   */
  #widen(rows: number): void {
    const { counts } = this.#slots
    this.#slots = slotsWith(this.keys, rows, true, this.#backend)
    this.#slots.counts.set(counts)
  }
}

/** Returns the places of a row, of the next one after it, and so on. */
function placesFrom(rows: Uint32Array, first: number): number[] {
  const places: number[] = []
  for (let k = 0; k < rows.length; k++) if (rows[k] === first + places.length) places.push(k)
  return places
}

/**
 * Returns an index with capacity for this many rows, and these keys in the first of them. Throws OL_MODEL_FORMAT if two
 * have the same key; keys that are `distinct` are not checked.
 */
function slotsWith(first: Uint32Array, rows: number, distinct: boolean, backend: IndexBackend): RowSlots {
  let count = 16
  while (count < 2 * rows) count *= 2
  const text = `The index of ${rows} features needs ${sizeText(8 * count)}`
  const { buffer, start } = allocate(8 * count, text, backend, true)
  const slots = new Uint32Array(buffer, start, count)
  const keys = new Uint32Array(buffer, start + 4 * count, count)
  const index = { slots, keys, counts: emptyCounts() }
  keys.set(first)
  const until = first.length / 2
  const twice = backend.placeRows(index, until, distinct)
  if (twice < until) {
    const low = keys[2 * twice]
    const other = slots[slotOf(index, low, keys[2 * twice + 1])] - 1
    throw new OLError(
      'OL_MODEL_FORMAT',
      `The model is corrupt: slots ${other} and ${twice} have the same key`,
      { value: low },
    )
  }
  return index
}
