import { type MergePlan, type MergeUnit, placesPerModel } from '@ol/spec'
import { powerBelow } from '../rules/standardized/faint-run.js'
import { knownWeight } from '../rules/standardized/known-weight.js'

/*
 * The unit of a row. Each of these functions reads the shared states of the row in all models (model k's begin at S[at
 * + k * step]), and writes the merged states to `out` from `to` on. It fills `ratio`, the unit of each model's weight
 * in units of the merged row's, and `normRatio`, the same for the quantity whose norm is lane state 1. Twin:
 * native/core/merge/merge-units.h.
 */

/** The ratios of a row: model k's, and at models + k model k's for the second family of standardized lanes. */
export class Ratios {
  ratio: Float64Array
  normRatio: Float64Array

  constructor(models: number) {
    this.ratio = new Float64Array(2 * models)
    this.normRatio = new Float64Array(models)
  }
}

export type UnitMerge = (
  plan: MergePlan,
  S: Float64Array,
  at: number,
  step: number,
  out: Float64Array,
  to: number,
  r: Ratios,
) => void

/** The feature's own unit. */
const own: UnitMerge = ({ models }, _S, _at, _step, _out, _to, { ratio, normRatio }) => {
  for (let k = 0; k < models; k++) ratio[k] = normRatio[k] = 1
}

/** The largest |x|: shared state 0, which is negative after a value beyond its reach. */
const maximum: UnitMerge = ({ models }, S, at, step, out, to, { ratio, normRatio }) => {
  const scale = (k: number): number => (S[at + k * step] < 0 ? -S[at + k * step] : S[at + k * step])
  let s = 0
  for (let k = 0; k < models; k++) if (scale(k) > s) s = scale(k)
  out[to] = s
  for (let k = 0; k < models; k++) ratio[k] = normRatio[k] = s > 0 ? scale(k) / s : 0
}

function sumOfSquares({ models }: MergePlan, S: Float64Array, at: number, step: number): number {
  let sum = 0
  for (let k = 0; k < models; k++) sum += Math.abs(S[at + k * step])
  return sum
}

/** The root mean square r = sqrt(q / t), q = sum x^2 being shared state 0; gradients in units of sqrt(q). */
const rms: UnitMerge = (plan, S, at, step, out, to, { ratio, normRatio }) => {
  const { models, weights } = plan
  const q = sumOfSquares(plan, S, at, step)
  out[to] = q
  const r = weights[models] > 0 ? Math.sqrt(q / weights[models]) : 0
  for (let k = 0; k < models; k++) {
    const own = Math.abs(S[at + k * step])
    ratio[k] = r > 0 && weights[k] > 0 ? Math.sqrt(own / weights[k]) / r : 0
    normRatio[k] = q > 0 ? Math.sqrt(own / q) : 0
  }
}

/** The same, gradients without a unit. */
const plainRms: UnitMerge = (plan, S, at, step, out, to, r) => {
  rms(plan, S, at, step, out, to, r)
  r.normRatio.fill(1)
}

/** The root mean square of the last presence, shared state 1; state 2 is the largest of those. */
const lastRms: UnitMerge = (plan, S, at, step, out, to, { ratio, normRatio }) => {
  const { models, weights } = plan
  const q = sumOfSquares(plan, S, at, step)
  const r = weights[models] > 0 ? Math.sqrt(q / weights[models]) : 0
  let largest = r
  for (let k = 0; k < models; k++) if (S[at + k * step + 2] > largest) largest = S[at + k * step + 2]
  out[to] = q
  out[to + 1] = r
  out[to + 2] = largest
  for (let k = 0; k < models; k++) ratio[k] = normRatio[k] = r > 0 ? S[at + k * step + 1] / r : 0
}

/** Returns the unit of a lane of std, t being the weight of the examples in which the feature was not missing: see `std.weight`. */
export function standardScale(
  count: number,
  mean: number,
  squares: number,
  dense: boolean,
  t: number,
  second: boolean,
): number {
  // the constant
  if (count === 0) return 1
  const f = count < t ? count / t : 1
  const square = second
    ? (squares + count * (mean * mean)) / t
    : dense
      ? squares / t + f * (1 - f) * (mean * mean)
      : squares / count + mean * mean
  return square > 0 ? Math.sqrt(square) : 0
}

/**
 * Count, mean and squares by Chan, Golub, LeVeque (1983); the unit of the gradients is the largest; a feature is dense
 * if it is dense in models with more than half of the weight of the examples in which it is not missing.
 */
const standardized: UnitMerge = ({ models, weights }, S, at, step, out, to, { ratio, normRatio }) => {
  let count = 0
  let mean = 0
  let squares = 0
  let unit = 0
  let denseWeight = 0
  let place = 0
  let missing = 0
  for (let k = 0; k < models; k++) {
    const a = at + k * step
    if (S[a] > 0) {
      const both = count + S[a]
      const off = S[a + 1] - mean
      mean += off * (S[a] / both)
      squares += S[a + 2] + off * off * (count * (S[a] / both))
      count = both
    }
    const own = powerBelow(S[a + 3])
    if (own > unit) unit = own
    if (S[a + 4] !== 0) {
      denseWeight += weights[k] - S[a + 5]
      if (place === 0) place = S[a + 4] + k * placesPerModel
    }
    missing += S[a + 5]
  }
  const t = knownWeight(weights[models], missing, count)
  const dense = 2 * denseWeight > t
  out[to] = count
  out[to + 1] = mean
  out[to + 2] = squares
  out[to + 3] = unit
  out[to + 4] = dense ? place : 0
  out[to + 5] = missing
  for (let second = 0; second < 2; second++) {
    const scale = standardScale(count, mean, squares, dense, t, second === 1)
    for (let k = 0; k < models; k++) {
      const a = at + k * step
      const known = knownWeight(weights[k], S[a + 5], S[a])
      const own = standardScale(S[a], S[a + 1], S[a + 2], S[a + 4] !== 0, known, second === 1)
      ratio[second * models + k] = scale > 0 ? own / scale : 0
    }
  }
  // a weight without a unit has the unit of the constant
  for (let k = 0; k < models; k++) {
    const own = powerBelow(S[at + k * step + 3])
    normRatio[k] = (own > 0 ? own : 1) / (unit > 0 ? unit : 1)
  }
}

/** The merge of each unit. */
export const unitMerges: Record<MergeUnit, UnitMerge> = {
  own,
  maximum,
  rms,
  'plain-rms': plainRms,
  'last-rms': lastRms,
  standardized,
}
