import { type Backend, type EvaluationPlan, type EvaluationSums, recordWidth, totalPlaces } from '@ol/spec'
import { type Accumulator, emptyTotals, type MetricFamily } from './accumulator.js'

/** The calls of a backend that evaluate examples of one score each. */
export type AddsMetrics = Pick<Backend, 'addMetrics' | 'scoreCurves'>

/** Sums over examples of one score each. */
export interface ScoreAccumulator<M> extends Accumulator<M> {
  readonly into: EvaluationSums
  /** Makes room for a score. */
  reserve(score: number): void
}

/** Returns the family of examples of one score each, whose sums a backend adds. */
export function scoreFamily<M, A extends ScoreAccumulator<M>>(
  backend: AddsMetrics,
  plan: EvaluationPlan,
  accumulator: () => A,
): MetricFamily<M, A> {
  const family: MetricFamily<M, A> = {
    width: recordWidth,
    accumulator,
    add: (examples, totals, sums, from, to, until) => {
      let e = from
      for (;;) {
        e = backend.addMetrics(plan, examples, totals, sums.into, e, to, until)
        if (e === to || totals.totals[totalPlaces.labelled] === until) return e
        sums.reserve(examples.predictions[e])
      }
    },
    addRecords: (records, sums) => {
      const count = records.length / recordWidth
      const column = (k: number): Float64Array => {
        const own = new Float64Array(count)
        for (let e = 0; e < count; e++) own[e] = records[e * recordWidth + k]
        return own
      }
      const [weights, labels, losses, predictions] = [0, 1, 2, 3].map(column)
      const totals = emptyTotals(recordWidth)
      // records have predictions, no scores
      const again = scoreFamily(backend, { ...plan, link: 'identity' }, accumulator)
      again.add({ weights, labels, losses, predictions }, totals, sums, 0, count, Infinity)
    },
  }
  return family
}
