import type { LossId, RuleName, Update } from '@ol/spec'

/** Parameters of a golden trace, by the names of the reference implementation that made it. */
export interface TraceParams {
  readonly class: string
  readonly loss?: string
  readonly eta?: number
  readonly clip?: number | null
  readonly [name: string]: unknown
}

/** A run of a reference implementation: test/golden/README.md says what its fields mean. */
export interface GoldenTrace {
  readonly algorithm: string
  readonly params: TraceParams
  /** name of the file of its examples, without `.json` */
  readonly data: string
  readonly predictions: readonly number[]
  readonly final_weights: readonly number[]
  readonly mean_loss: number
}

/** A run of one against all: a score and a weight vector for each class. */
export interface GoldenClassTrace extends Pick<GoldenTrace, 'algorithm' | 'params' | 'data'> {
  /** the class of each example, in place of its label */
  readonly classes: readonly number[]
  readonly predictions: readonly (readonly number[])[]
  readonly final_weights: readonly (readonly number[])[]
}

export interface GoldenData {
  /** features: 0 .. d - 1 */
  readonly d: number
  readonly examples: readonly {
    readonly y: number
    readonly i: readonly number[]
    readonly x: readonly number[]
  }[]
}

/** The same run in the names of OL; options that it does not name have their defaults. */
export interface GoldenRun {
  readonly rule: RuleName
  readonly loss: LossId
  readonly update: Update
  /** parameters of the rule, by name */
  readonly params: Readonly<Record<string, number | string>>
  /** parameters of the loss, by name */
  readonly lossParams: Readonly<Record<string, number>>
  /** the range of predictions, or Vowpal Wabbit's; absent: none */
  readonly clip?: 'vw' | readonly [min: number, max: number]
  /** whether the final weights of the trace belong to features divided by their root mean square */
  readonly standardized?: boolean
  /** whether a first pass over the examples comes before the first is learned */
  readonly firstPass?: boolean
}

/** The parameters of a class of the reference as a rule and its parameters, and the differences from `plain`. */
export type ClassRun = Pick<GoldenRun, 'rule' | 'params'> & Partial<GoldenRun>

/**
 * Returns the one value of a parameter that a trace may give per coordinate; a RangeError where the coordinates
 * differ, which no rule of OL has.
 */
export function constant(name: string, value: unknown): number {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (values.length === 0 || values.some((v) => typeof v !== 'number' || v !== values[0]))
    throw new RangeError(`Expected one number for ${name}, or the same for every coordinate`)
  return values[0] as number
}

/** Largest |a - b| in units of what may differ: 1e-5 of the value, or of 1e-3 of the largest of the run. */
export function deviation(a: ArrayLike<number>, b: readonly number[]): number {
  const floor = 1e-3 * Math.max(...b.map(Math.abs))
  return Math.max(
    ...b.map((v, i) => {
      const off = Math.abs(a[i] - v)
      // all of the run 0: only 0 agrees
      return off === 0 ? 0 : off / (1e-5 * Math.max(Math.abs(v), floor))
    }),
  )
}

/** Returns whether a run agrees with its trace. */
export function agrees(a: ArrayLike<number>, b: readonly number[]): boolean {
  return deviation(a, b) <= 1
}

/** The results of OL for a trace, in the shape of the trace. */
export interface GoldenOutput {
  readonly rule: string
  readonly backend: string
  /** per example the score before its label is used; with `classes` one for each class */
  readonly predictions: readonly (number | readonly number[])[]
  /** per feature, in its own unit; with `classes` and with several lanes a list for each */
  readonly final_weights: readonly (number | readonly number[])[]
  /** the larger deviation of the two, in units of what may differ: at most 1 agrees */
  readonly deviation: number
}
