import { power } from '@ol/numerics'
import { type MergePlan, type MergeRows, mergeWidth } from '@ol/spec'
import { dualOfWeight, weightOfDual } from './dual.js'
import { Ratios, unitMerges } from './merge-units.js'

/*
 * Merges rows of models that learned separately. A weight is the mean of the models' weights, weighed by a = G^p
 * t^(1-p), G the sum of squared gradients of the feature and t the weight of the examples of a model: with p = 1/2 the
 * mean adds what AdaGrad's dual form w = -eta sum g / sqrt(G) has in its numerators. Twin: native/core/merge/merge.cc.
 */

/** The smallest unit of a model's row, in units of the merged row's: smaller ones do not count. */
const leastRatio = 1e-30
/** The largest norm and sum that a table keeps. */
const mostEvidence = 1e250

/** Returns the evidence of a model for a row. */
function evidenceOf({ evidence, power: p }: MergePlan, norm: number, t: number, seen: boolean): number {
  if (evidence === 'none') return seen ? t : 0
  if (evidence === 'squares') return Math.sqrt(norm) * Math.sqrt(t)
  if (p === 0.5) return norm * Math.sqrt(t)
  return norm > 0 ? power(norm, 2 * p) * power(t, 1 - p) : 0
}

/** Returns the weighted mean; rounding does not take it below the smallest or above the largest. */
function meanOf(sum: number, total: number, low: number, high: number): number {
  if (!(total > 0)) return 0
  const mean = sum / total
  return mean >= low ? (mean > high ? high : mean) : low
}

/** Returns the mean of the stored weight, including the examples since its feature was last present. */
function meanNow(weight: number, mean: number, last: number, t: number): number {
  return last < t ? weight + (mean - weight) * (last / t) : mean
}

/** See Backend.merge. */
export function merge(plan: MergePlan, { size, states, merged }: MergeRows): void {
  const width = mergeWidth(plan)
  const { lanes, laneStates, sharedStates, models, averages } = plan
  const ratios = new Ratios(models)
  const shared = lanes * laneStates
  const mergeUnit = unitMerges[plan.unit]
  for (let i = 0; i < size; i++) {
    const at = i * width
    mergeUnit(plan, states, at + shared, size * width, merged, at + shared, ratios)
    for (let l = 0; l < lanes; l++) mergeLane(plan, states, merged, at, size * width, l, ratios)
    if (averages) merged[at + shared + sharedStates - 1] = plan.weights[models]
  }
}

function mergeLane(
  plan: MergePlan,
  states: Float64Array,
  merged: Float64Array,
  at: number,
  step: number,
  l: number,
  { ratio, normRatio }: Ratios,
): void {
  const { lanes, laneStates, sharedStates, models, averages, unit, evidence, limit } = plan
  const { params, weights, rounds, units } = plan
  const family = unit === 'standardized' && params[lanes + l] !== 0 ? models : 0
  const meanState = (laneStates - 1) * lanes + l
  const last = lanes * laneStates + sharedStates - 1
  let total = 0
  let sum = 0
  let meanSum = 0
  let squares = 0
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let meanLow = low
  let meanHigh = high
  for (let k = 0; k < models; k++) {
    const a = at + k * step
    const q = ratio[family + k]
    const own = evidence === 'none' ? 0 : states[a + lanes + l]
    const norm = evidence === 'squares' ? own * normRatio[k] * normRatio[k] : own * normRatio[k]
    squares += evidence === 'squares' ? norm : norm * norm
    if (!(q >= leastRatio)) continue
    const stored = states[a + l]
    const u = (weightOfDual(plan, stored, own, rounds[k], l) * units[k]) / q
    const weight = evidenceOf(plan, norm, weights[k], unit === 'own' ? stored !== 0 : true)
    if (!(weight > 0) || !(u <= limit && u >= -limit)) continue
    total += weight
    sum += weight * u
    if (u < low) low = u
    if (u > high) high = u
    if (!averages) continue
    const mean = (meanNow(stored, states[a + meanState], states[a + last], weights[k]) * units[k]) / q
    meanSum += weight * mean
    if (mean < meanLow) meanLow = mean
    if (mean > meanHigh) meanHigh = mean
  }
  let norm = evidence === 'squares' ? squares : Math.sqrt(squares)
  if (!(norm <= mostEvidence)) norm = mostEvidence
  if (evidence !== 'none') merged[at + lanes + l] = norm
  merged[at + l] = dualOfWeight(plan, meanOf(sum, total, low, high), norm, rounds[models], l)
  if (averages) merged[at + meanState] = meanOf(meanSum, total, meanLow, meanHigh)
}

/** See Backend.split. */
export function split(plan: MergePlan, { size, states, merged }: MergeRows): void {
  const width = mergeWidth(plan)
  const { lanes, laneStates, sharedStates, models, averages, unit, evidence } = plan
  const { weights, rounds } = plan
  const [t, share] = weights
  const root = Math.sqrt(models)
  const shared = lanes * laneStates
  const last = shared + sharedStates - 1
  // in units of the root of a sum that is split as well
  const whole = evidence === 'none' || unit === 'rms'
  for (let i = 0; i < size; i++) {
    const at = i * width
    for (let j = 0; j < width; j++) merged[at + j] = states[at + j]
    for (let l = 0; l < lanes; l++) {
      const own = evidence === 'none' ? 0 : states[at + lanes + l]
      const norm = whole ? own : evidence === 'squares' ? own / models : own / root
      if (evidence !== 'none') merged[at + lanes + l] = norm
      const w = weightOfDual(plan, states[at + l], own, rounds[0], l)
      if (plan.dual !== 'weight') merged[at + l] = dualOfWeight(plan, w, norm, rounds[1], l)
      const mean = at + (laneStates - 1) * lanes + l
      if (averages) merged[mean] = meanNow(w, states[mean], states[at + last], t)
    }
    if (unit === 'standardized' || unit === 'rms' || unit === 'plain-rms' || unit === 'last-rms')
      merged[at + shared] = states[at + shared] / models
    if (unit === 'standardized')
      for (const j of [2, 5]) merged[at + shared + j] = states[at + shared + j] / models
    if (averages) merged[at + last] = share
  }
}
