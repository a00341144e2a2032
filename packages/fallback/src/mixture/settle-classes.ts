import { log } from '@ol/numerics'
import type { ClassOutcome, ScoredClasses, SettlingPlan } from '@ol/spec'
import { classProbabilities } from './class-probabilities.js'

/** the probabilities of an example */
let own: Float64Array = /* @__PURE__ */ new Float64Array(0)

/** See Backend.settleClasses. Twin: native/core/mixture/settle-classes.cc. */
export function settleClasses(
  { classes: K, independent }: SettlingPlan,
  { size, from, known, labels, probabilities }: ScoredClasses,
  { scores, predictions, logLosses }: ClassOutcome,
): void {
  if (own.length < K) own = new Float64Array(K)
  if (probabilities !== undefined)
    for (let i = 0; i < size * K; i++) scores[from * K + i] = log(probabilities[i])
  for (let e = 0; e < size; e++) {
    const to = from + e
    const at = to * K
    const label = labels[e]
    const there = e === 0 ? known : K
    if (there < K) scores.fill(Number.NEGATIVE_INFINITY, at + there, at + K)
    const best = largestScore(scores, at, there)
    predictions[to] = best
    if (!(label >= 0)) logLosses[to] = Number.NaN
    else if (label >= there) logLosses[to] = log(there + 1)
    else {
      classProbabilities(scores, at, K, independent, own, 0)
      logLosses[to] = -log(own[label])
    }
  }
}

/** Returns the class of the largest score, the lowest of equal ones; -1 if none is a number. */
export function largestScore(scores: Float64Array, from: number, count: number): number {
  let best = -1
  for (let k = 0; k < count; k++) {
    const score = scores[from + k]
    if (score === score && (best < 0 || score > scores[from + best])) best = k
  }
  return best
}
