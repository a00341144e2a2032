import { joined } from '@ol/numerics'
import { columnBytes, counts, type ExpandSettings, limits } from '@ol/spec'
import type { ExpansionFault } from '../read-report.js'
import { combinationsOf, parseInteractions, parseNamed } from './combinations.js'
import type { Expanded, ExpandedPlan, ExpandedTokens, Named } from './expanded.js'
import { type NamespaceTable, namespaceTable } from './namespace-table.js'
import { perSpace } from './per-space.js'

const { minValue, maxValue } = limits

/**
 * The number of features after which a call stops: expansion may multiply those of a chunk by a thousand, and what is
 * learned from should still be in the processor's caches.
 */
const pieceFeatures = 1 << 17

/** Thrown to end an example with more features than the cap. */
const tooMany = Symbol('too many features')

/**
 * Makes n-grams and interactions of the features of each example. Features are ordered by namespace (as these first
 * appear), n-grams after the features of their namespace, then the constant, then the interactions. Indices of n-grams
 * and interactions are VW's, modulo 2^32; the upper halves of their keys combine all halves.
 */
export class Expander {
  readonly #settings: ExpandSettings
  readonly #interactions: Uint8Array[]
  /** interactions of columns, by the bytes that stand for them */
  readonly #named: Uint8Array[]
  readonly #table: NamespaceTable
  readonly #grams: Uint32Array
  readonly #skips: Uint32Array
  readonly #most: Uint32Array
  /** combinations by the namespaces of an example */
  readonly #known = new Map<string, Uint8Array[]>()
  #latest: { readonly spaces: readonly number[]; readonly found: Uint8Array[] } = {
    spaces: [],
    found: [],
  }
  #indices = new Uint32Array(1 << 12)
  #values = new Float64Array(1 << 12)
  /** as long as the indices where keys have upper halves */
  #upper = new Uint32Array(0)
  #wide = false
  #n = 0
  #overflow = false
  /** names of the tokens' features and of those made of them; undefined: not requested */
  #given: readonly (Named | undefined)[] | undefined
  #names: (Named | undefined)[] = []
  /** where the features of the example start */
  #first = 0
  /** where the features of each namespace of the example lie */
  readonly #from = new Uint32Array(256)
  readonly #to = new Uint32Array(256)

  constructor(settings: ExpandSettings) {
    this.#settings = settings
    this.#interactions = parseInteractions(settings.interactions, settings.permutations)
    this.#named = parseNamed(settings.interactions, columnBytes(settings.interactions), settings.permutations)
    this.#table = namespaceTable(settings)
    this.#grams = perSpace('ngrams', settings.ngrams, 1)
    this.#skips = perSpace('skips', settings.skips, 0)
    this.#most = perSpace('featureLimits', settings.limits, 0xffffffff)
  }

  /** Returns the first byte of the name of a namespace that a tokenizer gave this byte. */
  spaceOf(byte: number): number {
    return this.#table.spaceOf[byte]
  }

  /** Expands the examples [start, size) of a chunk, as many of them as make about `pieceFeatures`. */
  expand(
    tokens: ExpandedTokens,
    plan: ExpandedPlan,
    start = 0,
    names?: readonly (Named | undefined)[] | undefined,
    size: number = tokens.counts[counts.examples],
  ): Expanded {
    this.#given = names
    this.#names = []
    const offsets = new Uint32Array(size - start + 1)
    const bad: { example: number; fault: ExpansionFault }[] = []
    this.#n = 0
    this.#wide = plan.wide
    if (plan.wide && this.#upper.length < this.#indices.length)
      this.#upper = new Uint32Array(this.#indices.length)
    let until = start
    while (until < size && this.#n < pieceFeatures) {
      this.#first = this.#n
      const fault = this.#add(tokens, plan, until)
      if (fault !== undefined) {
        bad.push({ example: until, fault })
        this.#n = this.#first
      }
      offsets[++until - start] = this.#n
    }
    const indices = this.#indices
    const upper = this.#upper
    const values = this.#values
    const n = this.#n
    const made = this.#names
    return { names: made, offsets, indices, upper, values, features: n, first: start, until, bad }
  }

  /** Expands an example of a chunk on its own; returns the code of what is wrong with its features, if anything is. */
  faultOf(tokens: ExpandedTokens, plan: ExpandedPlan, e: number): ExpansionFault | undefined {
    this.#given = undefined
    this.#wide = false
    this.#n = 0
    this.#first = 0
    return this.#add(tokens, { ...plan, wide: false }, e)
  }

  /** Adds the features of an example; returns the code of what is wrong with them, if anything is. */
  #add(tokens: ExpandedTokens, plan: ExpandedPlan, e: number): ExpansionFault | undefined {
    this.#overflow = false
    try {
      this.#example(tokens, plan, e)
    } catch (error) {
      if (error === tooMany) return 'features'
      throw error
    }
    return this.#overflow ? 'value' : undefined
  }

  #example(tokens: ExpandedTokens, plan: ExpandedPlan, e: number): void {
    const { goesBy, spaceOf, columns } = this.#table
    const start = e === 0 ? 0 : tokens.spaceEnds[e - 1]
    const end = tokens.spaceEnds[e]
    const spaces: number[] = []
    for (let k = start; k < end; k++) {
      const byte = goesBy[tokens.spaces[2 * k]]
      if (byte < 256 && !spaces.includes(byte)) spaces.push(byte)
    }
    for (const byte of columns) this.#from[byte] = this.#to[byte] = 0
    for (const byte of spaces) {
      this.#from[byte] = this.#n
      let f = tokens.offsets[e]
      for (let k = start; k < end; k++) {
        const stop = tokens.spaces[2 * k + 1]
        const given = tokens.spaces[2 * k]
        if (goesBy[given] === byte) {
          const from = this.#n
          for (; f < stop && this.#n - this.#from[byte] < this.#most[byte]; f++)
            this.#put(tokens.indices[f], tokens.upper[f], tokens.values[f], this.#given?.[f])
          if (spaceOf[given] !== given) {
            this.#from[given] = from
            this.#to[given] = this.#n
          }
        }
        f = stop
      }
      this.#to[byte] = this.#n
      const grams = this.#grams[byte]
      for (let more = 1; more < grams; more++)
        this.#addGrams(this.#from[byte], this.#to[byte], [0], more, this.#skips[byte], 0)
      this.#to[byte] = this.#n
    }
    if (plan.constant) {
      const last = tokens.offsets[e + 1] - 1
      this.#put(tokens.indices[last], tokens.upper[last], tokens.values[last], this.#given?.[last])
    }
    if (this.#interactions.length > 0)
      for (const combination of this.#combinations(spaces)) this.#cross(combination, 0, 0, 0, 1, 0, [])
    for (const combination of this.#named) this.#cross(combination, 0, 0, 0, 1, 0, [])
  }

  #combinations(spaces: readonly number[]): Uint8Array[] {
    // most examples have the namespaces of the one before
    const { spaces: last, found: again } = this.#latest
    if (spaces.length === last.length && spaces.every((byte, k) => byte === last[k])) return again
    const sorted = spaces.toSorted((a, b) => a - b)
    const key = sorted.join()
    let found = this.#known.get(key)
    if (found === undefined) {
      found = combinationsOf(this.#interactions, sorted, this.#settings.permutations)
      this.#known.set(key, found)
    }
    this.#latest = { spaces, found }
    return found
  }

  /** Adds the products of the features of namespaces `at`, ... of a combination to those that came before. */
  #cross(
    combination: Uint8Array,
    at: number,
    hash: number,
    upper: number,
    value: number,
    previous: number,
    before: readonly number[],
  ): void {
    const byte = combination[at]
    const to = this.#to[byte]
    const first = at > 0 && this.#repeats(combination, at) ? previous : this.#from[byte]
    const factor = Math.imul(16777619, hash)
    if (at === combination.length - 2) {
      const from = this.#n
      this.#crossTwo(combination, first, to, factor, value)
      if (this.#wide) this.#joinTwo(combination, first, to, hash, upper, from)
      if (this.#given !== undefined) this.#nameTwo(combination, first, to, before, from)
      return
    }
    for (let f = first; f < to; f++) {
      const u = this.#wide ? this.#joinedWith(at, hash, upper, f) : 0
      this.#cross(combination, at + 1, factor ^ this.#indices[f], u, value * this.#values[f], f, [
        ...before,
        f,
      ])
    }
  }

  /**
   * Returns whether place `at` of a combination has the namespace of the one before it, so that no set of features
   * comes twice.
   */
  #repeats(combination: Uint8Array, at: number): boolean {
    return combination[at - 1] === combination[at] && !this.#settings.permutations
  }

  /** Adds the products for the last two places, with features `first` to `to` at the first: nearly all of the work. */
  #crossTwo(combination: Uint8Array, first: number, to: number, factor: number, value: number): void {
    const last = combination.length - 1
    const start = this.#from[combination[last]]
    const end = this.#to[combination[last]]
    const triangle = this.#repeats(combination, last)
    this.#reserve((to - first) * (end - start))
    const indices = this.#indices
    const values = this.#values
    let n = this.#n
    let inside = true
    for (let f = first; f < to; f++) {
      const h = Math.imul(16777619, factor ^ indices[f])
      const u = value * values[f]
      for (let g = triangle ? f : start; g < end; g++) {
        const v = u * values[g]
        indices[n] = h ^ indices[g]
        values[n++] = v
        const magnitude = v < 0 ? -v : v
        if (!(magnitude >= minValue && magnitude <= maxValue)) inside = false
      }
    }
    this.#n = n
    if (!inside) this.#overflow = true
  }

  /** Adds the upper halves of what `crossTwo` has added from place `n` on. */
  #joinTwo(combination: Uint8Array, first: number, to: number, hash: number, upper: number, n: number): void {
    const last = combination.length - 1
    const start = this.#from[combination[last]]
    const end = this.#to[combination[last]]
    const triangle = this.#repeats(combination, last)
    const indices = this.#indices
    const uppers = this.#upper
    const factor = Math.imul(16777619, hash)
    for (let f = first; f < to; f++) {
      const h = factor ^ indices[f]
      const u = this.#joinedWith(last - 1, hash, upper, f)
      for (let g = triangle ? f : start; g < end; g++) uppers[n++] = joined(h, u, indices[g], uppers[g])
    }
  }

  /** Adds the names of what `crossTwo` has added from place `n` on. */
  #nameTwo(combination: Uint8Array, first: number, to: number, before: readonly number[], n: number): void {
    const last = combination.length - 1
    const start = this.#from[combination[last]]
    const end = this.#to[combination[last]]
    const triangle = this.#repeats(combination, last)
    for (let f = first; f < to; f++)
      for (let g = triangle ? f : start; g < end; g++)
        this.#names[n++] = this.#together([...before, f, g], '*')
  }

  #together(places: readonly number[], by: string): Named {
    const names = this.#names
    return () => places.map((f) => names[f]?.() ?? '?').join(by)
  }

  /** Returns the upper half of what precedes place `at` of a combination, joined with feature `f`. */
  #joinedWith(at: number, hash: number, upper: number, f: number): number {
    return at === 0 ? this.#upper[f] : joined(hash, upper, this.#indices[f], this.#upper[f])
  }

  /**
   * Adds the n-grams with `more` further features after those at the places `mask`, with up to `skips` skip-gram gaps.
   */
  #addGrams(from: number, to: number, mask: number[], more: number, skips: number, gap: number): void {
    if (more === 0) {
      const reach = mask[mask.length - 1]
      for (let f = from; f + reach < to; f++) {
        let index = this.#indices[f]
        let upper = this.#upper[f]
        for (let i = 1; i < mask.length; i++) {
          const next = f + mask[i]
          if (this.#wide) upper = joined(index, upper, this.#indices[next], this.#upper[next])
          index = (Math.imul(index, 27942141) + this.#indices[next]) | 0
        }
        const named =
          this.#given === undefined
            ? undefined
            : this.#together(
                mask.map((i) => f + i),
                ' ',
              )
        this.#put(index, upper, 1, named)
      }
      return
    }
    mask.push(mask[mask.length - 1] + 1 + gap)
    this.#addGrams(from, to, mask, more - 1, skips, 0)
    mask.pop()
    if (skips > 0) this.#addGrams(from, to, mask, more, skips - 1, gap + 1)
  }

  #put(index: number, upper: number, value: number, name?: Named | undefined): void {
    this.#reserve(1)
    if (name !== undefined) this.#names[this.#n] = name
    if (this.#wide) this.#upper[this.#n] = upper
    this.#indices[this.#n] = index
    this.#values[this.#n++] = value
  }

  #reserve(more: number): void {
    if (this.#n + more - this.#first > limits.maxExampleFeatures) throw tooMany
    if (this.#n + more <= this.#values.length) return
    const room = Math.min(2 * (this.#n + more), pieceFeatures + limits.maxExampleFeatures)
    const indices = new Uint32Array(room)
    const values = new Float64Array(room)
    indices.set(this.#indices)
    values.set(this.#values)
    this.#indices = indices
    this.#values = values
    if (!this.#wide) return
    const upper = new Uint32Array(room)
    upper.set(this.#upper)
    this.#upper = upper
  }
}
