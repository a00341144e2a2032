import { links } from '@ol/numerics'
import type { LabelRanks, RankedLabels, SetPlan, SizedSets } from '@ol/spec'
import { classProbabilities } from '../mixture/class-probabilities.js'

/* Twin: native/core/intervals/class-sets.cc. */

/** the probabilities of an example, in ascending order */
let sorted: Float64Array = /* @__PURE__ */ new Float64Array(0)

/** Fills the probabilities of the classes of an example from `from` on, by its scores from `at` on. */
export function plannedProbabilities(
  { classes: K, binary, independent }: SetPlan,
  scores: Float64Array,
  at: number,
  out: Float64Array,
  from: number,
): void {
  if (binary) {
    out[from + 1] = links.logistic(scores[at])
    out[from] = links.logistic(-scores[at])
  } else classProbabilities(scores, at, K, independent, out, from)
}

/** See `ThresholdCalls.rankLabels`. */
export function rankLabels(
  plan: SetPlan,
  { size, scores, labels }: RankedLabels,
  { probabilities: p, above }: LabelRanks,
): void {
  const { classes: K, binary } = plan
  const width = binary ? 1 : K
  for (let e = 0; e < size; e++) {
    const label = labels[e]
    const at = e * K
    plannedProbabilities(plan, scores, e * width, p, at)
    if (!(binary ? label === label : label >= 0) || p[at] !== p[at]) above[e] = Number.NaN
    else if (!binary && label >= K) above[e] = Number.POSITIVE_INFINITY
    else above[e] = sumAbove(p, at, K, binary ? (label > 0 ? 1 : 0) : label)
  }
}

function sumAbove(p: Float64Array, at: number, K: number, k: number): number {
  const own = p[at + k]
  let sum = 0
  for (let j = 0; j < K; j++) {
    const other = p[at + j]
    if (other > own || (other === own && j < k)) sum += other
  }
  return sum
}

/** See `ThresholdCalls.sizeSets`. */
export function sizeSets(
  { size, classes: K, probabilities: p, thresholds }: SizedSets,
  sizes: Float64Array,
): void {
  if (sorted.length !== K) sorted = new Float64Array(K)
  for (let e = 0; e < size; e++) sizes[e] = sizeAt(p, e * K, K, thresholds[e])
}

function sizeAt(p: Float64Array, at: number, K: number, threshold: number): number {
  // sorting takes longer than comparing two
  if (K === 2) return !(threshold >= 0) ? 0 : Math.max(p[at], p[at + 1]) <= threshold ? 2 : 1
  sorted.set(p.subarray(at, at + K))
  sorted.sort()
  let above = 0
  let size = 0
  while (size < K && above <= threshold) above += sorted[K - ++size]
  return size
}
