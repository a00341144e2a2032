import { murmur3 } from '@ol/numerics'
import { type Backend, type Batch, status } from '@ol/spec'
import { FeatureIndex, type Key } from '../table/feature-index.js'
import { allSteps, type Steps, step, stepSize } from '../table/steps.js'
import { keptName } from './name-text.js'

const encoder = new TextEncoder()

/** The names of a model as its file has them. */
export interface StoredNames {
  /** the key of each name, lower and upper half */
  readonly keys: Uint32Array
  readonly texts: readonly string[]
  /** the largest |x| of each feature; absent where the rule keeps scales of its own */
  readonly scales?: Float64Array | undefined
}

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
 * to a limit. In a model whose features are told apart by their indices alone, the upper half of a key is the hash of
 * the name.
 */
export class FeatureDictionary {
  readonly limit: number
  readonly #wide: boolean
  /** the number of a name by the key of its feature */
  readonly #index: FeatureIndex
  readonly #texts: string[]
  /** of the first names, the upper halves of their keys: the rest is worked out when they are requested */
  readonly #uppers: number[] = []
  #scales: Float64Array | undefined
  #unnamed: boolean

  /** `unnamed`: whether features have been learned from before whose names are not known */
  constructor(
    backend: Pick<Backend, 'locate' | 'advise'>,
    { limit, wide, scaled }: DictionaryOptions,
    stored?: StoredNames,
    unnamed = false,
  ) {
    this.limit = limit
    this.#wide = wide
    this.#unnamed = unnamed
    this.#texts = [...(stored?.texts ?? [])]
    const keys = stored?.keys ?? new Uint32Array(0)
    for (let k = 1; k < keys.length; k += 2) this.#uppers.push(keys[k])
    this.#index = new FeatureIndex(backend, wide ? keys : withoutUppers(keys))
    if (scaled) this.#scales = stored?.scales?.slice() ?? new Float64Array(16)
  }

  get size(): number {
    return this.#texts.length
  }

  /** Whether no further name is kept. */
  get full(): boolean {
    return this.size >= this.limit
  }

  /** Whether features were learned from, before the dictionary was full, whose names are not known. */
  get unnamed(): boolean {
    return this.#unnamed
  }

  /** Returns what a model file keeps of the names that there are now, in steps between which there may be more. */
  storing(): Steps<StoredNames> {
    const { size } = this
    return this.#packed(this.#index.storing(), this.#texts.slice(), this.#scales?.slice(0, size))
  }

  *#packed(
    halves: Steps<Uint32Array>,
    texts: readonly string[],
    scales: Float64Array | undefined,
  ): Steps<StoredNames> {
    const keys = (yield* halves).slice()
    const uppers = yield* this.#uppersOf(texts.length)
    for (let k = 0; k < texts.length; k++) keys[2 * k + 1] = uppers[k]
    return { keys, texts, scales }
  }

  /** Returns whether the name of a feature is still to be learned. */
  wants(index: number, upper: number): boolean {
    return !this.full && this.#index.rowOf(index, this.#wide ? upper : 0) === undefined
  }

  /** Returns the name of a feature; undefined where it is not known. */
  nameOf(index: number, upper = 0): string | undefined {
    const number = this.#index.rowOf(index, this.#wide ? upper : 0)
    return number === undefined ? undefined : this.#texts[number]
  }

  /** Returns the number of a name, by the key of its feature; undefined where it has none. */
  numberOf(index: number, upper = 0): number | undefined {
    return this.#index.rowOf(index, this.#wide ? upper : 0)
  }

  /** Returns the largest |x| of a feature while names were learned; undefined where that is not kept. */
  scaleOf(number: number): number | undefined {
    return this.#scales?.[number]
  }

  /** Iterates over the names, by number. */
  *entries(): IterableIterator<Key & { readonly name: string }> {
    const uppers = allSteps(this.#uppersOf(this.size))
    for (let k = 0; k < this.size; k++)
      yield { index: this.#index.keyOf(k).index, upper: uppers[k], name: this.#texts[k] }
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
    const { at, texts } = names
    let last = to
    const { indices, upper } = batch
    for (let k = 0; k < at.length && !this.full; k++) {
      const i = at[k]
      if (i < from || i >= to) continue
      if (this.#add(indices[i], upper === undefined ? 0 : upper[i], texts[k]) && this.full) last = i + 1
    }
    if (this.#scales !== undefined) this.#measure(this.#scales, batch, learned, last)
  }

  /** Adds a name, where there is room; returns whether it is new. */
  #add(index: number, upper: number, text: string): boolean {
    if (!this.#index.add(index, this.#wide ? upper : 0)) return false
    if (this.#wide) this.#uppers.push(upper)
    this.#texts.push(keptName(text))
    if (this.#scales === undefined || this.#scales.length >= this.size) return true
    const wider = new Float64Array(2 * this.size)
    wider.set(this.#scales)
    this.#scales = wider
    return true
  }

  /** Returns the upper halves of the keys of the first names, at least: of a key that has none, the hash of the name. */
  *#uppersOf(count: number): Steps<readonly number[]> {
    while (this.#uppers.length < count) {
      if (this.#uppers.length % stepSize === 0) yield step
      // others may have added some meanwhile
      const k = this.#uppers.length
      if (k >= count) break
      const bytes = encoder.encode(this.#texts[k])
      this.#uppers.push(murmur3(bytes, 0, bytes.length, 0) >>> 0)
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
        const number = this.#index.rowOf(indices[i], this.#wide ? (upper?.[i] ?? 0) : 0)
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
