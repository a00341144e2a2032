import type { LossId, Update } from '@ol/spec'
import type { Examples } from '../comparator/observed-examples.js'

/**
 * The quantity that a theorem bounds:
 * - `regret`: the loss of the run less the comparator's
 * - `mistakes`: examples whose sign was wrong (a score of 0 is wrong)
 * - `updates`: mistakes, and examples with the right sign and a margin below 1
 * - `squared-hinge`: the sum of the squares of the hinge loss of the run
 * - `filtering`: the sum of the squares of the differences between the scores of the run and of the comparator
 */
export type BoundedQuantity = 'regret' | 'mistakes' | 'updates' | 'squared-hinge' | 'filtering'

/** The facts about the learner that a theorem needs. */
export interface RunSettings {
  readonly loss: LossId
  readonly lossParam: number
  readonly update: Update
  /** parameters of the rule by name; a parameter with choices has the name of its choice */
  readonly params: Readonly<Record<string, number | string>>
  /** the factor of the regularization of the features of each namespace, by its first byte; absent: 1 each */
  readonly groupFactors?: Float64Array | undefined
}

/** An example as it was learned from. */
export interface Seen {
  /** its columns and values are at `from` to `to` */
  readonly columns: Uint32Array
  readonly values: Float64Array
  readonly from: number
  readonly to: number
  readonly label: number
  /** the prediction for it before it was learned */
  readonly score: number
  readonly weight: number
  /** weight times the derivative of the loss at the score: the gradient is this times the values */
  readonly derivative: number
  /** 1 for the first example */
  readonly round: number
}

/** Weights to compare a run with. */
export interface Against {
  readonly examples: Examples
  /** scores of the run, example by example */
  readonly scores: Float64Array
  /** by column of the examples */
  readonly u: Float64Array
  /** scores of u */
  readonly uScores: Float64Array
}

/** Collects the quantities in a bound, example by example. */
export interface Watch {
  see(example: Seen): void
  /** the smallest and largest weight of a column after an example, for theorems with `weights` */
  move?(column: number, weight: number): void
  bound(against: Against): number
  /** for theorems about every interval: the bound on the rounds `from` to `to`, both included */
  boundOn?(from: number, to: number, against: Pick<Against, 'u'>): number
  /** conditions of the theorem that do not hold, in words */
  unmet(against: Against): string[]
}

/** A theorem about a rule, as numbers. */
export interface Theorem {
  readonly paper: string
  /** the bound as a formula; docs/bounds.md explains the letters */
  readonly formula: string
  readonly measure: BoundedQuantity
  /** the losses that it covers; absent: every convex loss */
  readonly losses?: readonly LossId[]
  /**
   * the intermediate weights that matter: of the features present in an example, or of all features; examples must then
   * be added one by one
   */
  readonly weights?: 'present' | 'all'
  watch(run: RunSettings): Watch
}

/** A rule without a known theorem, and the reason. */
export interface NoTheorem {
  readonly reason: string
}

/** One entry per rule: a missing rule does not compile. */
export type Theorems<Rule extends string> = Readonly<Record<Rule, Theorem | NoTheorem>>

/** A number for each column, 0 at first. */
export class PerColumn {
  #values = new Float64Array(64)

  get(column: number): number {
    return column < this.#values.length ? this.#values[column] : 0
  }

  set(column: number, value: number): void {
    if (column >= this.#values.length) {
      const larger = new Float64Array(Math.max(column + 1, this.#values.length * 2))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[column] = value
  }

  add(column: number, value: number): void {
    this.set(column, this.get(column) + value)
  }

  raise(column: number, value: number): void {
    if (value > this.get(column)) this.set(column, value)
  }

  /** Returns the first `width` columns. */
  list(width: number): Float64Array {
    const list = new Float64Array(width)
    list.set(this.#values.subarray(0, width))
    return list
  }
}

/** Returns the sum over the columns of f. */
export function sumOver(width: number, f: (column: number) => number): number {
  let sum = 0
  for (let i = 0; i < width; i++) sum += f(i)
  return sum
}

/** ||v||_p */
export function pNorm(v: Float64Array, p = 2): number {
  let largest = 0
  for (const x of v) if (Math.abs(x) > largest) largest = Math.abs(x)
  if (largest === 0) return 0
  let sum = 0
  for (const x of v) sum += (Math.abs(x) / largest) ** p
  return largest * sum ** (1 / p)
}

/** ||x||_p of an example. */
export function pNormOf({ values, from, to }: Seen, p = 2): number {
  return pNorm(values.subarray(from, to), p)
}

export const largest = (v: Float64Array): number => v.reduce((m, x) => (Math.abs(x) > m ? Math.abs(x) : m), 0)

/** Returns a parameter that is a number. */
export function numericParameter(run: RunSettings, name: string): number {
  const value = run.params[name]
  if (typeof value !== 'number') throw new RangeError(`The rule has no number ${name}`)
  return value
}

/** The amount that rounding may add to a condition. */
export const slack: number = 1 + 1e-9
