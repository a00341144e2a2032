import { homeOf } from '@ol/fallback'
import {
  type Backend,
  type Batch,
  capacityOf,
  emptyCounts,
  noRow,
  OLError,
  type RowSlots,
  rowCounts,
  slotWords,
} from '@ol/spec'
import { allocate, sizeText } from './allocate.js'
import { allSteps, type Steps, step, stepSize } from './steps.js'

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

/** Maps each feature to its own row, in the order of their first appearance. */
export class FeatureIndex {
  readonly #backend: Pick<Backend, 'locate' | 'advise'>
  #slots: RowSlots
  /** keys by row, as far as they were requested */
  #keys: Uint32Array | undefined
  #ignored: number

  /**
   * `keys`: of the rows in use, lower and upper half by row; `limit`: the most rows, and the values that were ignored past them.
   * OL_MODEL_FORMAT where two rows have the same key.
   */
  constructor(
    backend: Pick<Backend, 'locate' | 'advise'>,
    keys: Uint32Array = new Uint32Array(0),
    limit: FeatureLimit = {},
  ) {
    this.#backend = backend
    this.#ignored = limit.ignored ?? 0
    const rows = keys.length / 2
    this.#slots = withKeys(slotsFor(Math.max(rows, 8), backend), keys, backend)
    if (limit.most !== undefined) this.#slots.counts[most] = limit.most
    if (limit.missing === true) this.#slots.counts[missing] = 1
  }

  /** Values that were not learned from: of features that came when there were as many as there may be. */
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
    return this.#slots.slots.byteLength
  }

  /** Returns the row of a feature; undefined where it has none. */
  rowOf(index: number, upper = 0): number | undefined {
    const { slots } = this.#slots
    const row = slots[slotOf(slots, index, upper) + 2]
    return row === 0 ? undefined : row - 1
  }

  /** The keys of the rows in use, lower and upper half by row. */
  get keys(): Uint32Array {
    if (this.#keys?.length !== 2 * this.size) this.#keys = allSteps(keysIn(this.#slots.slots, this.size))
    return this.#keys
  }

  /** Returns the keys of the rows that are in use now, in steps between which there may be more. */
  storing(): Steps<Uint32Array> {
    const keys = this.#keys
    return keys?.length === 2 * this.size ? done(keys) : keysIn(this.#slots.slots, this.size)
  }

  /** Returns the key of a row in use. */
  keyOf(row: number): Key {
    const { keys } = this
    return { index: keys[2 * row], upper: keys[2 * row + 1] }
  }

  /**
   * Returns the batch with rows in place of keys. With `keep` the new features of examples that will be learned from
   * keep the rows they get; all others have rows that stay free, as if each example came next. `fit` receives the
   * number of rows that a table needs for them: where it throws, nothing has changed. A feature past the most rows is
   * as if it were not in the example.
   */
  locate(batch: Batch, keep: boolean, fit: (rows: number) => void): Batch {
    return this.find(batch, keep).fitted(fit)
  }

  /** The first step of `locate`, after which the next must be the second. */
  find(batch: Batch, keep: boolean): FoundRows {
    const before = this.size
    const rows = new Uint32Array(batch.offsets[batch.size])
    this.#slots.counts[reach] = before
    this.#slots.counts[ignored] = 0
    const orForget = <T>(work: () => T): T => {
      try {
        return work()
      } catch (error) {
        this.#forget(before)
        throw error
      }
    }
    orForget(() => {
      for (let e = 0; ; ) {
        e = this.#backend.locate(this.#slots, batch, e, keep, rows)
        if (e === batch.size) break
        this.#widen(this.#slots.slots.length / slotWords)
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

  /** Adds features up to the most; returns the positions of those that had no row. */
  addAll(lower: Uint32Array, upper: Uint32Array | undefined): number[] {
    const { length } = lower
    let next = this.size
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
    const added: number[] = []
    for (let k = 0; k < length; k++) {
      if (indices[k] !== next) continue
      added.push(k)
      next++
    }
    return added
  }

  /** Releases all rows but the first. */
  #forget(rows: number): void {
    const keys = this.keys.slice(0, 2 * rows)
    this.#keys = keys
    const { slots, counts } = this.#slots
    // others may read the slots of before, in steps
    const empty = { slots: emptySlots(slots.length, rows, this.#backend), counts: emptyCounts() }
    this.#slots = withKeys(empty, keys, this.#backend)
    this.#slots.counts[most] = counts[most]
    this.#slots.counts[missing] = counts[missing]
  }

  /**
   * Makes room for this many rows, twice as many as there was for, or more: at most three in four slots are ever free.
   */
  #widen(rows: number): void {
    const { slots, counts } = this.#slots
    const keys = allSteps(keysIn(slots, counts[used]))
    this.#slots = withKeys(slotsFor(rows, this.#backend), keys, this.#backend)
    this.#slots.counts.set(counts)
  }
}

/** Returns the place of the slot of a key, or of the free one that it would get. */
function slotOf(slots: Uint32Array, index: number, upper: number): number {
  const mask = slots.length / slotWords - 1
  let at = homeOf(index, upper) & mask
  for (;;) {
    const k = at * slotWords
    if (slots[k + 2] === 0 || (slots[k] === index && slots[k + 1] === upper)) return k
    at = (at + 1) & mask
  }
}

/**
 * Returns an index that was empty with these keys in its first rows, in their order. OL_MODEL_FORMAT where two have the same key.
 */
function withKeys(index: RowSlots, keys: Uint32Array, backend: Pick<Backend, 'locate'>): RowSlots {
  const rows = keys.length / 2
  // in parts: what the backend is given takes 20 bytes a key
  const part = Math.min(rows, 1 << 16)
  const values = new Float64Array(part).fill(1)
  const [indices, upper, found] = [new Uint32Array(part), new Uint32Array(part), new Uint32Array(part)]
  for (let from = 0; from < rows; from += part) {
    const count = Math.min(part, rows - from)
    for (let k = 0; k < count; k++) {
      indices[k] = keys[2 * (from + k)]
      upper[k] = keys[2 * (from + k) + 1]
    }
    const one = { size: 1, offsets: Uint32Array.of(0, count), labels: Float64Array.of(0) }
    backend.locate(index, { ...one, indices, upper, values }, 0, true, found)
    if (index.counts[used] === from + count) continue
    const twice = found.findIndex((row, k) => row !== from + k)
    const text = `The model is corrupt: slots ${found[twice]} and ${from + twice} have the same key`
    throw new OLError('OL_MODEL_FORMAT', text, { value: indices[twice] })
  }
  return index
}

function slotsFor(rows: number, backend: Pick<Backend, 'advise'>): RowSlots {
  let count = 16
  while (count < 2 * rows) count *= 2
  return { slots: emptySlots(count * slotWords, rows, backend), counts: emptyCounts() }
}

function emptySlots(words: number, rows: number, backend: Pick<Backend, 'advise'>): Uint32Array {
  const bytes = words * 4
  const text = `The index of ${rows} features needs ${sizeText(bytes)}`
  const { buffer, start } = allocate(bytes, text, backend, true)
  return new Uint32Array(buffer, start, words)
}

/** Returns the keys of the first rows. */
function* keysIn(slots: Uint32Array, rows: number): Steps<Uint32Array> {
  const keys = new Uint32Array(2 * rows)
  for (let k = 0; k < slots.length; k += slotWords) {
    if (k % (stepSize * slotWords) === 0) yield step
    const row = slots[k + 2] - 1
    if (row < 0 || row >= rows) continue
    keys[2 * row] = slots[k]
    keys[2 * row + 1] = slots[k + 1]
  }
  return keys
}

// biome-ignore lint/correctness/useYield: there is nothing left to do
function* done<T>(value: T): Steps<T> {
  return value
}
