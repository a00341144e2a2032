import { finalize, settleClasses } from '@ol/fallback'
import type { Backend, LossId } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { areIndependent } from './classes.js'
import type { Shape } from './mixture/weigher.js'
import type { Outcome } from './outcome.js'

/**
 * Below this many examples a call of the addon takes longer than finalizing them. The bytes are the same either way.
 */
const fewExamples = 4
/** The calls of the engine in TypeScript, which make the same outcomes. */
export const ownFinalizing: FinalizingBackend = { finalize, settleClasses }

/** The calls of a backend that make outcomes of scores. */
export type FinalizingBackend = Pick<Backend, 'finalize' | 'settleClasses'>

/** Examples of an outcome, from `from` on, whose scores become predictions. */
export interface Finalized {
  readonly size: number
  readonly from: number
  /** the number of classes before the first of them; undefined: it brings no new class */
  readonly before: number | undefined
  readonly labels: Float64Array
  /** see `ScoredClasses` */
  readonly probabilities?: Float64Array | undefined
}

/** Sets the predictions and log losses of examples with classes by their scores. */
export function settle(
  backend: Pick<Backend, 'settleClasses'>,
  loss: LossId,
  { size, from, before, labels, probabilities }: Finalized,
  { scores, predictions, logLosses }: Outcome,
): void {
  if (scores === undefined || logLosses === undefined) return
  const classes = scores.length / predictions.length
  const work = size < fewExamples ? ownFinalizing : backend
  work.settleClasses(
    { classes, independent: areIndependent(loss) },
    { size, from, known: before ?? classes, labels, probabilities },
    { scores, predictions, logLosses },
  )
}

/**
 * Writes the output of a mixture for examples (a number, or the probability of each class) to their outcome, from
 * `from` on: a number, the log odds of +1, or ln p of each class. `before`: for the first of them, see `Finalized`.
 */
export function finalizeMixed(
  backend: FinalizingBackend,
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
    settle(backend, loss, { size, from, before, labels, probabilities: p }, outcome)
    losses.set(logLosses.subarray(from, from + size), from)
    return
  }
  const work = size < fewExamples ? ownFinalizing : backend
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
