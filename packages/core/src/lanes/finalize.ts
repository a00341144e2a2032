import { finalize } from '@ol/fallback'
import { log } from '@ol/numerics'
import type { Backend } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { settleClasses } from './classes.js'
import type { Shape } from './mixture/weigher.js'
import type { Outcome } from './outcome.js'

/**
 * Below this many examples a call of the addon takes longer than finalizing them. The bytes are the same either way.
 */
const fewExamples = 4
const own: Pick<Backend, 'finalize'> = { finalize }

/**
 * Writes the output of a mixture for examples (a number, or the probability of each class) to their outcome, from
 * `from` on: a number, the log odds of +1, or ln p of each class. `before`: for the first of them, see `settleClasses`.
 */
export function finalizeMixed(
  backend: Pick<Backend, 'finalize'>,
  { loss, lossParams }: Pick<Settings, 'loss' | 'lossParams'>,
  { classes: K }: Shape,
  p: Float64Array,
  labels: Float64Array,
  outcome: Outcome,
  from: number,
  before: number | undefined,
): void {
  const { scores, predictions, logLosses, losses } = outcome
  const size = p.length / K
  if (scores !== undefined && logLosses !== undefined) {
    const outcomes = { scores, predictions, logLosses }
    for (let e = 0; e < size; e++) {
      const to = from + e
      for (let k = 0; k < K; k++) scores[to * K + k] = log(p[e * K + k])
      settleClasses(outcomes, to, labels[e], loss, K, e === 0 ? before : undefined)
      losses[to] = logLosses[to]
    }
    return
  }
  const work = size < fewExamples ? own : backend
  work.finalize({ loss, lossParams }, { out: p, labels }, size, { predictions, losses }, from)
}

/** Returns the stored arrays of a mixture for more classes, none of which has occurred. */
export function withMoreClasses(stored: readonly Float64Array[], added: number): readonly Float64Array[] {
  const [lanes, sums, ...others] = stored
  const wider = new Float64Array(sums.length + added)
  // the last of them is of all classes
  wider.set(sums.subarray(0, -1))
  wider.set(sums.subarray(-1), wider.length - 1)
  return [lanes, wider, ...others]
}
