import { type EvaluationTotals, totalPlaces, type Validated } from '@ol/spec'
import type { Outcome } from '../../lanes/outcome.js'

/** The numbers that a task measures of one example before it is learned (a record), and the sums over them. */
export interface MetricFamily<M, A extends Accumulator<M> = Accumulator<M>> {
  /** numbers in a record */
  readonly width: number
  /** Returns empty sums. */
  accumulator(): A
  /**
   * Adds the examples from `from` to `to` that have a label and a weight, and stops when there are `until`. Returns the
   * example after the last added one. Examples without a finite prediction are in no metric.
   */
  add(
    examples: ExampleResults,
    totals: EvaluationTotals,
    into: A,
    from: number,
    to: number,
    until: number,
  ): number
  /** Adds records. */
  addRecords(records: Float64Array, into: A): void
}

/** Labels and weights of examples, and their results. */
export type ExampleResults = Validated & { readonly [K in 'scores' | 'logLosses']?: Outcome[K] | undefined }

/** Returns the totals of no example, with room for this many numbers of records. */
export function emptyTotals(numbers: number): EvaluationTotals {
  return {
    totals: new Float64Array(Object.keys(totalPlaces).length),
    recent: new Float64Array(numbers),
  }
}

/** Sums over the records of a family. They take no memory for each example beyond a stated bound. */
export interface Accumulator<M> {
  /** Adds the sums of another accumulator of the same family, which does not change. */
  merge(other: Accumulator<M>): void
  /** Returns copies of the sums, always as many arrays. */
  state(): readonly Float64Array[]
  /** Continues from the sums of `state`. */
  restore(state: readonly Float64Array[]): void
  /** Returns the metrics of all records so far; NaN if a quotient has no denominator. */
  metrics(): M
}
