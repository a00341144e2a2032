import { lossTwins } from '@ol/numerics'
import type { LossId } from '@ol/spec'
import type { Watch } from '../bounds/theorem.js'
import type { Examples } from '../comparator/observed-examples.js'
import type { ComparatorSet } from '../comparator/sets.js'
import { bestFixed, type SolverOptions } from '../comparator/solver.js'

/** For intervals of one length, the interval with the largest regret. */
export interface IntervalReport {
  /** the number of examples in an interval */
  readonly examples: number
  /** the first example of the worst interval, from 1 */
  readonly from: number
  /** the loss of the run on this interval minus the loss of the best fixed weights for it */
  readonly regret: number
  /** undefined if a condition of the theorem does not hold */
  readonly bound: number | undefined
}

const halvings = 5
const shortest = 16

/**
 * Returns the regret on intervals: all examples in 1, 2, 4, ... 32 parts of equal length, each part against the best
 * weights for this part. Keeps the part with the largest regret for each length.
 */
export function onIntervals(
  examples: Examples,
  scores: Float64Array,
  loss: { readonly id: LossId; readonly param: number },
  set: ComparatorSet,
  watch: Watch,
  options: SolverOptions = {},
): IntervalReport[] {
  const { value } = lossTwins[loss.id]
  const { labels, weights, size } = examples
  const reports: IntervalReport[] = []
  for (let parts = 2; parts <= 2 ** halvings && size >= parts * shortest; parts *= 2) {
    let worst: IntervalReport | undefined
    for (let k = 0; k < parts; k++) {
      const from = Math.floor((k * size) / parts)
      const to = Math.floor(((k + 1) * size) / parts)
      const part = examples.part(from, to)
      const best = bestFixed(part, loss, set, options)
      let lost = 0
      for (let e = from; e < to; e++) lost += weights[e] * value(scores[e], labels[e], loss.param)
      if (worst !== undefined && lost - best.loss <= worst.regret) continue
      const u = new Float64Array(examples.width)
      part.rows.forEach((column, c) => {
        u[column] = best.weights[c]
      })
      const bound =
        watch.unmet({ examples, scores, u, uScores: scores }).length > 0
          ? undefined
          : watch.boundOn?.(from + 1, to, { u })
      worst = { examples: to - from, from: from + 1, regret: lost - best.loss, bound }
    }
    if (worst !== undefined) reports.push(worst)
  }
  return reports
}
