import { crossNamed, fallback, type Named } from '@ol/fallback'
import {
  type BackendStream,
  type CrossedFeatures,
  type CrossPlan,
  counts,
  crossFaults,
  crossPiece,
  crossSlack,
  type ExpandSettings,
  limits,
} from '@ol/spec'
import type { ExpansionFault } from '../read-report.js'
import { crossPlan } from './cross-plan.js'
import type { Expanded, ExpandedPlan, ExpandedTokens } from './expanded.js'

const maxCapacity = crossPiece + limits.maxExampleFeatures + crossSlack

/** The functions of a backend that an expander needs. */
export type CrossBackend = Pick<BackendStream, 'cross' | 'crossAsync'>

/** Makes n-grams and interactions of the features of each example, in arrays that are reused. */
export class Expander {
  readonly #backend: CrossBackend
  #plan: CrossPlan
  readonly #out: CrossedFeatures = {
    starts: new Uint32Array(0),
    lowers: new Uint32Array(1 << 12),
    uppers: new Uint32Array(0),
    amounts: new Float64Array(1 << 12),
    groups: new Uint8Array(0),
    faults: new Uint8Array(0),
  }

  /** @throws OLError OL_PARAMETER for invalid settings */
  constructor(settings: ExpandSettings, backend: CrossBackend = fallback) {
    this.#plan = crossPlan(settings)
    this.#backend = backend
  }

  /** Returns the first byte of the name of a namespace that a tokenizer gave this byte. */
  spaceOf(byte: number): number {
    return this.#plan.spaceOf[byte]
  }

  /** Expands the examples [start, size) of a chunk, as many of them as make about `crossPiece` features. */
  expand(
    tokens: ExpandedTokens,
    plan: ExpandedPlan,
    start = 0,
    names?: readonly (Named | undefined)[] | undefined,
    size: number = tokens.counts[counts.examples],
  ): Expanded {
    let made: readonly (Named | undefined)[] = []
    const until = this.#cross(plan, start, size, (crosses) => {
      if (names === undefined) return this.#backend.cross(crosses, tokens, this.#out, start, size)
      const crossed = crossNamed(crosses, tokens, this.#out, start, size, names)
      made = crossed.names
      return crossed.until
    })
    return this.#expanded(start, until, made)
  }

  /** Does the same as `expand`, off the main thread if there is another; the tokens must not change until it resolves. */
  async expandAsync(
    tokens: ExpandedTokens,
    plan: ExpandedPlan,
    start: number,
    size: number,
  ): Promise<Expanded> {
    const crosses = this.#planFor(plan)
    for (let capacity = this.#prepare(plan, size - start); ; capacity = this.#reserve(plan, 2 * capacity)) {
      const until = await this.#backend.crossAsync(crosses, tokens, this.#out, start, size)
      if (this.#isDone(until, start, size)) return this.#expanded(start, until, [])
    }
  }

  /** Expands a single example of a chunk; returns the code of the fault in its features, if there is one. */
  faultOf(tokens: ExpandedTokens, plan: ExpandedPlan, e: number): ExpansionFault | undefined {
    const narrow = { constant: plan.constant, wide: false }
    this.#cross(narrow, e, e + 1, (crosses) => this.#backend.cross(crosses, tokens, this.#out, e, e + 1))
    return faultOf(this.#out.faults[0])
  }

  /** Crosses examples, with more memory as long as they need it; returns the first remaining example. */
  #cross(plan: ExpandedPlan, start: number, size: number, run: (crosses: CrossPlan) => number): number {
    const crosses = this.#planFor(plan)
    for (let capacity = this.#prepare(plan, size - start); ; capacity = this.#reserve(plan, 2 * capacity)) {
      const until = run(crosses)
      if (this.#isDone(until, start, size)) return until
    }
  }

  #planFor({ wide, constant, groups = false }: ExpandedPlan): CrossPlan {
    const { wide: before, constant: had, groups: told } = this.#plan
    if (wide !== before || constant !== had || groups !== told)
      this.#plan = { ...this.#plan, wide, constant, groups }
    return this.#plan
  }

  /** Allocates memory for this many examples; returns the number of features that fit. */
  #prepare(plan: ExpandedPlan, examples: number): number {
    const out = this.#out
    if (out.starts.length <= examples) {
      out.faults = new Uint8Array(examples)
      out.starts = new Uint32Array(examples + 1)
    }
    return this.#reserve(plan, out.amounts.length)
  }

  /** Allocates memory for `wanted` features, at most as many as a call can need; returns how many fit. */
  #reserve({ wide, groups }: ExpandedPlan, wanted: number): number {
    const capacity = Math.min(wanted, maxCapacity)
    const out = this.#out
    if (out.amounts.length < capacity) {
      out.lowers = new Uint32Array(capacity)
      out.amounts = new Float64Array(capacity)
    }
    if (wide && out.uppers.length < capacity) out.uppers = new Uint32Array(capacity)
    if (groups === true && out.groups.length < capacity) out.groups = new Uint8Array(capacity)
    return capacity
  }

  /** Returns whether a call is complete: otherwise the next example did not fit. */
  #isDone(until: number, start: number, size: number): boolean {
    return until === size || this.#out.starts[until - start] >= crossPiece
  }

  #expanded(start: number, until: number, names: readonly (Named | undefined)[]): Expanded {
    const { starts, lowers, uppers, amounts, groups, faults } = this.#out
    const bad: { example: number; fault: ExpansionFault }[] = []
    for (let e = start; e < until; e++) {
      const fault = faultOf(faults[e - start])
      if (fault !== undefined) bad.push({ example: e, fault })
    }
    return {
      names,
      offsets: starts,
      indices: lowers,
      upper: uppers,
      values: amounts,
      groups,
      features: starts[until - start],
      first: start,
      until,
      bad,
    }
  }
}

function faultOf(code: number): ExpansionFault | undefined {
  if (code === crossFaults.none) return undefined
  return code === crossFaults.value ? 'value' : 'features'
}
