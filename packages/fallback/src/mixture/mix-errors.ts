import { exp, log } from '@ol/numerics'
import type { ErrorMixingPlan, ErrorMixingState, MixingTurns } from '@ol/spec'
import { leastTotal } from './bayes.js'

/** See Backend.mixErrors. Twin: native/core/mixture/mix-errors.cc. */
export function mixErrors(
  plan: ErrorMixingPlan,
  state: ErrorMixingState,
  { size, scores, labels, weights, moves }: MixingTurns,
  out: Float64Array,
): void {
  const { lanes } = plan
  const { skipped, trial } = state
  for (let e = 0; e < size; e++) {
    const at = e * lanes
    out[e] = mean(state, lanes, scores, at, undefined)
    if (moves[e] !== 1) continue
    const h = weights === undefined ? 1 : weights[e]
    if (skipped !== undefined && trial !== undefined) {
      trial[0] += errorOf(out[e] - labels[e], h)
      trial[1] += errorOf(mean(state, lanes, scores, at, skipped) - labels[e], h)
    }
    learn(plan, state, scores, at, labels[e], h)
  }
}

/** Fills the weights that follow from the errors of lanes: C^(-n/2), times what they had before the first example. */
export function errorWeights(
  { lanes, prior }: ErrorMixingPlan,
  { errors, sums, laneWeights: weights }: ErrorMixingState,
): void {
  let least = Number.POSITIVE_INFINITY
  for (let l = 0; l < lanes; l++) if (errors[l] < least) least = errors[l]
  const half = -0.5 * sums[0]
  let sum = 0
  for (let l = 0; l < lanes; l++) {
    weights[l] = errors[l] === least ? 1 : least > 0 ? exp(half * log(errors[l] / least)) : 0
    if (prior !== undefined) weights[l] *= prior[l]
    sum += weights[l]
  }
  for (let l = 0; l < lanes; l++) weights[l] /= sum
}

/**
 * The mean of the scores of an example, over lanes that are not skipped. If all their weights underflow, it is the
 * score of the best lane, to which the mean tends.
 */
function mean(
  { laneWeights: weights, errors }: ErrorMixingState,
  lanes: number,
  scores: Float64Array,
  at: number,
  skipped: Float64Array | undefined,
): number {
  let all = 0
  let sum = 0
  let best = -1
  for (let l = 0; l < lanes; l++) {
    const score = scores[at + l]
    // a lane that diverged predicts nothing
    if (score !== score || (skipped !== undefined && skipped[l] === 1)) continue
    all += weights[l]
    sum += weights[l] * score
    if (best < 0 || errors[l] < errors[best]) best = l
  }
  return all > leastTotal || best < 0 ? sum / all : scores[at + best]
}

function learn(
  plan: ErrorMixingPlan,
  state: ErrorMixingState,
  scores: Float64Array,
  at: number,
  label: number,
  h: number,
): void {
  const { lanes, kept } = plan
  const { errors, sums } = state
  sums[1]++
  // before the first label no prediction was possible
  if (sums[1] === 1) return
  let any = false
  for (let l = 0; l < lanes; l++) {
    const off = scores[at + l] - label
    if (kept !== 1) errors[l] *= kept
    errors[l] += errorOf(off, h)
    if (errors[l] > 0) any = true
  }
  if (any) sums[0] = (kept === 1 ? sums[0] : sums[0] * kept) + h
  errorWeights(plan, state)
}

/** The squared error of an example of weight h; Infinity without a prediction. */
function errorOf(off: number, h: number): number {
  return off !== off ? Number.POSITIVE_INFINITY : h * (off * off)
}
