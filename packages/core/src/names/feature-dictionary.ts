import { type Backend, type Batch, type FeatureNames, namesAt, status, utf8Of } from '@ol/spec'
import { FeatureIndex, type IndexBackend, type Key } from '../table/feature-index.js'
import { allSteps, type Steps, step, stepSize } from '../table/steps.js'
import { NameStore, noNames, type StoredNames } from './name-store.js'

/** How a dictionary is made. */
export interface DictionaryOptions {
  /** the most names */
  readonly limit: number
  /** whether both halves of their keys distinguish features */
  readonly wide: boolean
  /** whether it keeps the largest |x| of each feature */
  readonly scaled: boolean
}

/**
 * The names of the features that a model has learned from, each with its key, in the order of their first appearance, up
 * to a limit. In a model whose features are distinguished only by their indices, the upper half of a key is the hash of the name.
 */
export class FeatureDictionary {
  readonly limit: number
  readonly #backend: Pick<Backend, 'hashNames'>
  readonly #wide: boolean
  /** the number of a name by the key of its feature; the last ones may be names that have not been learned yet */
  readonly #index: FeatureIndex
  readonly #texts: NameStore
  /** the upper halves of the first names' keys; the rest is computed when requested */
  readonly #uppers: number[] = []
  #scales: Float64Array | undefined
  #unnamed: boolean

  /** `unnamed`: whether features have been learned from before whose names are not known */
  constructor(
    backend: IndexBackend & Pick<Backend, 'hashNames'>,
    { limit, wide, scaled }: DictionaryOptions,
    stored: StoredNames = noNames(),
    unnamed = false,
  ) {
    this.limit = limit
    this.#backend = backend
    this.#wide = wide
    this.#unnamed = unnamed
    const { keys } = stored
    this.#texts = new NameStore(stored)
    for (let k = 1; k < keys.length; k += 2) this.#uppers.push(keys[k])
    this.#index = new FeatureIndex(backend, wide ? keys : withoutUppers(keys), { most: limit })
    if (scaled) this.#scales = stored.scales?.slice() ?? new Float64Array(16)
  }

  get size(): number {
    return this.#texts.size
  }

  /** Whether no further name is kept. */
  get full(): boolean {
    return this.size >= this.limit
  }

  /** Whether features with unknown names were learned before the dictionary was full. */
  get unnamed(): boolean {
    return this.#unnamed
  }

  /** Returns what a model file keeps of the current names, in steps between which names may be added. */
  storing(): Steps<StoredNames> {
    const { size } = this
    return this.#encoded(size, this.#index.keys.slice(0, 2 * size), this.#scales?.slice(0, size))
  }

  *#encoded(size: number, keys: Uint32Array, scales: Float64Array | undefined): Steps<StoredNames> {
    const texts = yield* this.#texts.storing(size)
    const uppers = yield* this.#uppersOf(size)
    for (let k = 0; k < size; k++) keys[2 * k + 1] = uppers[k]
    return { keys, ...texts, scales }
  }

  /** Returns whether the name of a feature has not been learned yet. */
  wants(index: number, upper: number): boolean {
    return !this.full && this.numberOf(index, upper) === undefined
  }

  /** Returns the name of a feature; undefined if it is not known. */
  nameOf(index: number, upper = 0): string | undefined {
    const number = this.numberOf(index, upper)
    return number === undefined ? undefined : this.#texts.textOf(number)
  }

  /** Returns the number of a name, by the key of its feature; undefined if it has none. */
  numberOf(index: number, upper = 0): number | undefined {
    const number = this.#index.rowOf(index, this.#wide ? upper : 0)
    return number === undefined || number >= this.size ? undefined : number
  }

  /** Returns the largest |x| of a feature while names were learned; undefined if that is not kept. */
  scaleOf(number: number): number | undefined {
    return this.#scales?.[number]
  }

  /** Returns a name by its number. */
  nameAt(number: number): string {
    return this.#texts.textOf(number)
  }

  /** Iterates over the keys of the names, by number. */
  *keys(): IterableIterator<Key> {
    const uppers = allSteps(this.#uppersOf(this.size))
    for (let k = 0; k < this.size; k++) yield { index: this.#index.keyOf(k).index, upper: uppers[k] }
  }

  /** Iterates over the names, by number. */
  *entries(): IterableIterator<Key & { readonly name: string }> {
    const texts = this.#texts.texts()
    for (const key of this.keys()) yield { ...key, name: texts.next().value }
  }

  /**
   * Returns the names of a batch that `learn` will keep, each where its feature first appears. A batch may have more
   * names, depending on its size and its maker, and these must not change what a model learns.
   *
   * @param inFlight whether earlier batches have not been learned yet
   */
  fresh(batch: Batch, inFlight: boolean): FeatureNames | undefined {
    if (!inFlight) this.#index.keepFirst(this.size)
    const { names } = batch
    if (names === undefined || names.at.length === 0) return names
    return namesAt(names, this.#reserve(names, batch))
  }

  /**
   * Learns the names of a batch, and the largest |x| of its features where that is kept, of examples that were learned
   * from by their status.
   */
  learn(batch: Batch, learned: Uint8Array): void {
    if (this.limit === 0 || this.full) return
    const { names, offsets, size } = batch
    const [from, to] = [offsets[0], offsets[size]]
    if (names === undefined) {
      if (to > from) this.#unnamed = true
      return
    }
    const added = names.at.length === 0 ? 0 : this.#add(names, batch)
    if (this.#scales !== undefined) this.#measure(this.#scales, batch, learned, this.full ? added : to)
  }

  /** Adds the new names that fit; returns the place after the last added feature. */
  #add(names: FeatureNames, batch: Batch): number {
    const { indices, upper } = batch
    const first = names.at[0]
    const reserved = this.#index.rowOf(indices[first], this.#wide ? (upper?.[first] ?? 0) : 0) === this.size
    // the others remain from batches that could not be learned
    const own = reserved ? names : (this.fresh(batch, false) ?? names)
    const { at } = own
    this.#texts.append(utf8Of(own))
    if (this.#wide) for (const i of at) this.#uppers.push(upper?.[i] ?? 0)
    if (this.#scales !== undefined && this.#scales.length < this.size) {
      const wider = new Float64Array(2 * this.size)
      wider.set(this.#scales)
      this.#scales = wider
    }
    return at.length === 0 ? 0 : at[at.length - 1] + 1
  }

  /** Gives each new feature that fits its number; returns the places of their names. */
  #reserve({ at }: FeatureNames, { offsets, size, indices, upper }: Batch): readonly number[] {
    if (this.#index.size >= this.limit) return []
    let first = 0
    while (at[first] < offsets[0]) first++
    let end = at.length
    while (end > first && at[end - 1] >= offsets[size]) end--
    const own = at.subarray(first, end)
    const lowers = own.map((i) => indices[i])
    const uppers = this.#wide && upper !== undefined ? own.map((i) => upper[i]) : undefined
    const added = this.#index.addAll(lowers, uppers)
    return first === 0 ? added : added.map((k) => first + k)
  }

  /** Returns the upper halves of the keys of the first names, at least: of a key that has none, the hash of the name. */
  *#uppersOf(count: number): Steps<readonly number[]> {
    while (this.#uppers.length < count) {
      yield step
      // others may have added some meanwhile
      const k = this.#uppers.length
      if (k >= count) break
      this.#uppers.push(...this.#texts.hashesOf(k, Math.min(count, k + stepSize), this.#backend))
    }
    return this.#uppers
  }

  /** Takes the magnitudes of features before `last` into the scales of those that have names. */
  #measure(
    scales: Float64Array,
    { size, offsets, indices, upper, values }: Batch,
    learned: Uint8Array,
    last: number,
  ): void {
    for (let e = 0; e < size; e++) {
      if (learned[e] !== status.learned) continue
      const end = Math.min(offsets[e + 1], last)
      for (let i = offsets[e]; i < end; i++) {
        const number = this.numberOf(indices[i], upper?.[i] ?? 0)
        if (number === undefined) continue
        const magnitude = Math.abs(values[i])
        if (magnitude > scales[number]) scales[number] = magnitude
      }
    }
  }
}

function withoutUppers(keys: Uint32Array): Uint32Array {
  return keys.map((half, k) => (k % 2 === 0 ? half : 0))
}
