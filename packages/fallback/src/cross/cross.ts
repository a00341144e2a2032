import { joined } from '@ol/numerics'
import {
  type CrossedFeatures,
  type CrossPlan,
  type CrossTokens,
  crossFaults,
  crossPiece,
  crossSlack,
  limits,
} from '@ol/spec'
import { Combinations, listsOf } from './combinations.js'

const { minValue, maxValue } = limits

/** Thrown to end an example that has more features than the limit. */
const tooMany = Symbol('too many features')
/** Thrown to end the call before an example that does not fit. */
const full = Symbol('full')

/** Returns the name of a feature, as people read it. */
export type Named = () => string

/** See TextBackend.cross. Twin: native/core/cross/cross.cc. */
export function cross(
  plan: CrossPlan,
  tokens: CrossTokens,
  out: CrossedFeatures,
  first: number,
  until: number,
): number {
  return new Crossing(plan, tokens, out, undefined).run(first, until)
}

/** Does the same, and builds the names of the new features from the tokens' names. */
export function crossNamed(
  plan: CrossPlan,
  tokens: CrossTokens,
  out: CrossedFeatures,
  first: number,
  until: number,
  given: readonly (Named | undefined)[],
): { readonly until: number; readonly names: readonly (Named | undefined)[] } {
  const crossing = new Crossing(plan, tokens, out, given)
  return { until: crossing.run(first, until), names: crossing.names }
}

class Crossing {
  readonly #plan: CrossPlan
  readonly #tokens: CrossTokens
  readonly #out: CrossedFeatures
  readonly #combinations: Combinations | undefined
  readonly #named: readonly Uint8Array[]
  readonly #indices: Uint32Array
  readonly #upper: Uint32Array
  readonly #values: Float64Array
  readonly #wide: boolean
  readonly #capacity: number
  /** names of the tokens' features and of those built from them; undefined: not requested */
  readonly #given: readonly (Named | undefined)[] | undefined
  readonly names: (Named | undefined)[] = []
  #n = 0
  #overflow = false
  /** the start of the example's features */
  #first = 0
  /** the features of each namespace of the example */
  readonly #from = new Uint32Array(256)
  readonly #to = new Uint32Array(256)

  constructor(
    plan: CrossPlan,
    tokens: CrossTokens,
    out: CrossedFeatures,
    given: readonly (Named | undefined)[] | undefined,
  ) {
    this.#plan = plan
    this.#tokens = tokens
    this.#out = out
    this.#combinations = plan.interactionEnds.length > 0 ? new Combinations(plan) : undefined
    this.#named = listsOf(plan.named, plan.namedEnds)
    this.#indices = out.lowers
    this.#upper = out.uppers
    this.#values = out.amounts
    this.#wide = plan.wide
    this.#capacity = out.amounts.length - crossSlack
    this.#given = given
  }

  run(first: number, until: number): number {
    const { starts, faults } = this.#out
    starts[0] = 0
    let e = first
    for (; e < until && this.#n < crossPiece; e++) {
      this.#first = this.#n
      const fault = this.#add(e)
      if (fault === undefined) return e
      if (fault !== crossFaults.none) {
        this.#n = this.#first
        if (this.names.length > this.#n) this.names.length = this.#n
      }
      faults[e - first] = fault
      starts[e - first + 1] = this.#n
    }
    return e
  }

  /** Adds the features of an example; returns the fault in them, or undefined if they do not fit. */
  #add(e: number): number | undefined {
    this.#overflow = false
    try {
      this.#example(e)
    } catch (error) {
      if (error === tooMany) return crossFaults.features
      if (error === full) return undefined
      throw error
    }
    return this.#overflow ? crossFaults.value : crossFaults.none
  }

  #example(e: number): void {
    const { goesBy, spaceOf, columns, grams, skips, most, constant, groups } = this.#plan
    const tokens = this.#tokens
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
          for (; f < stop && this.#n - this.#from[byte] < most[byte]; f++)
            this.#put(tokens.indices[f], tokens.upper[f], tokens.values[f], this.#given?.[f])
          if (spaceOf[given] !== given) {
            this.#from[given] = from
            this.#to[given] = this.#n
          }
        }
        f = stop
      }
      this.#to[byte] = this.#n
      for (let more = 1; more < Math.min(grams[byte], this.#to[byte] - this.#from[byte]); more++)
        this.#addGrams(this.#from[byte], this.#to[byte], more, skips[byte])
      this.#to[byte] = this.#n
      if (groups) this.#out.groups.fill(byte, this.#from[byte], this.#n)
    }
    const spaced = this.#n
    if (constant) {
      const last = tokens.offsets[e + 1] - 1
      this.#put(tokens.indices[last], tokens.upper[last], tokens.values[last], this.#given?.[last])
    }
    for (const combination of this.#combinations?.of(spaces) ?? [])
      this.#cross(combination, 0, 0, 0, 1, 0, [])
    for (const combination of this.#named) this.#cross(combination, 0, 0, 0, 1, 0, [])
    if (groups) this.#out.groups.fill(0, spaced, this.#n)
  }

  /** Multiplies the product so far by the features of the namespaces `at`, ... of a combination, and adds the results. */
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
   * Returns whether place `at` of a combination has the namespace of the one before it, so that no set of features occurs twice.
   */
  #repeats(combination: Uint8Array, at: number): boolean {
    return combination[at - 1] === combination[at] && !this.#plan.permutations
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
        // a product with a missing factor is missing
        if (magnitude < minValue || magnitude > maxValue) inside = false
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
        this.names[n++] = () => this.#together([...before, f, g], '*')
  }

  #together([first, ...rest]: readonly number[], by: string): string {
    let text = this.names[first]?.() ?? '?'
    for (const f of rest) text += by + (this.names[f]?.() ?? '?')
    return text
  }

  /** Returns the upper half of what precedes place `at` of a combination, joined with feature `f`. */
  #joinedWith(at: number, hash: number, upper: number, f: number): number {
    return at === 0 ? this.#upper[f] : joined(hash, upper, this.#indices[f], this.#upper[f])
  }

  /**
   * Adds the n-grams with `more` further features after the first, with up to `skips` skip-gram gaps among them: the last gap
   * grows first.
   */
  #addGrams(from: number, to: number, more: number, skips: number): void {
    const gaps = new Uint32Array(more)
    const most = Math.min(skips, to - from - 1 - more)
    let skipped = 0
    for (let at = more - 1; at >= 0; ) {
      this.#addGram(from, to - more - skipped, gaps)
      for (at = more - 1; at >= 0; at--) {
        if (skipped < most) {
          gaps[at]++
          skipped++
          break
        }
        skipped -= gaps[at]
        gaps[at] = 0
      }
    }
  }

  /** Adds the n-grams that start with the features from .. to, with these gaps. */
  #addGram(from: number, to: number, gaps: Uint32Array): void {
    for (let f = from; f < to; f++) {
      let index = this.#indices[f]
      let upper = this.#upper[f]
      let next = f
      let value = this.#gramValue(f)
      for (const gap of gaps) {
        next += 1 + gap
        value *= this.#gramValue(next)
        if (this.#wide) upper = joined(index, upper, this.#indices[next], this.#upper[next])
        index = (Math.imul(index, 27942141) + this.#indices[next]) | 0
      }
      this.#put(index, upper, value, this.#given === undefined ? undefined : this.#nameGram(f, gaps))
    }
  }

  /** Returns the factor of a feature in n-grams: NaN if it is missing, otherwise 1 whatever its value. */
  #gramValue(f: number): number {
    const value = this.#values[f]
    return value === value ? 1 : value
  }

  #nameGram(f: number, gaps: Uint32Array): Named {
    const places = [f]
    for (const gap of gaps) places.push(places[places.length - 1] + 1 + gap)
    return () => this.#together(places, ' ')
  }

  #put(index: number, upper: number, value: number, name?: Named | undefined): void {
    this.#reserve(1)
    if (name !== undefined) this.names[this.#n] = name
    if (this.#wide) this.#upper[this.#n] = upper
    this.#indices[this.#n] = index
    this.#values[this.#n++] = value
  }

  #reserve(more: number): void {
    if (this.#n + more - this.#first > limits.maxExampleFeatures) throw tooMany
    if (this.#n + more > this.#capacity) throw full
  }
}
