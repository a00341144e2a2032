import type { Outcome } from '../../lanes/outcome.js'

/** What a task measures of one example before it is learned, as a few numbers; and the sums over such records. */
export interface MetricFamily<M> {
  /** numbers in a record */
  readonly width: number
  /**
   * Writes the record of example e: weight, label, the term of the main figure (not finite where there is none), then
   * what the family needs. Returns false where the example has no finite prediction: then it is in no metric.
   */
  record(
    outcome: Outcome,
    e: number,
    label: number,
    weight: number,
    records: Float64Array,
    at: number,
  ): boolean
  /** Returns empty sums. */
  accumulator(): Accumulator<M>
}

/** Sums over the records of a family. They take no memory for each example beyond a stated bound. */
export interface Accumulator<M> {
  /** Adds the record at an offset. */
  add(records: Float64Array, at: number): void
  /** Adds the sums of another accumulator of the same family, which does not change. */
  merge(other: Accumulator<M>): void
  /** Returns copies of the sums, always as many arrays. */
  state(): readonly Float64Array[]
  /** Continues from the sums of `state`. */
  restore(state: readonly Float64Array[]): void
  /** Returns the metrics of all records so far; NaN where a quotient has no denominator. */
  metrics(): M
}
