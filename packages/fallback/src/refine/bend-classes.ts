import { exp, log } from '@ol/numerics'
import {
  type BendingPlan,
  type BendingTurns,
  type CurveState,
  curveEach,
  curveFixed,
  curveWindow,
  cutsAreDue,
} from '@ol/spec'
import { type CurvePlace, placeOn } from './curve-place.js'

/** The learning rates of the curves. */
const rate = { binary: 0.5, several: 0.3 } as const
/** The smallest probability of a class. */
const least: number = log(1e-7)
/** The smallest score of a class that a curve distinguishes. */
const lowest: number = log(1e-9)

/** See `BendingCalls.bendClasses`. Twin: native/core/refine/bend-classes.cc. */
export function bendClasses(
  plan: BendingPlan,
  { scalars, scores: late, points }: CurveState,
  { size, given, labels, weights, moves }: BendingTurns,
  from: number,
  out: Float64Array,
): number {
  const { binary, columns, most } = plan
  const all = columns * most
  const [cuts, values, evidence] = [
    points.subarray(0, all),
    points.subarray(all, 2 * all),
    points.subarray(2 * all),
  ]
  const own = new Float64Array(columns)
  const places = Array.from({ length: columns }, (): CurvePlace => ({ low: -1, share: 0 }))
  const learn = (k: number, gradient: number, eta: number): void => {
    const { low, share } = places[k]
    movePoint(values, evidence, low, gradient * (1 - share), eta)
    if (share > 0) movePoint(values, evidence, low + 1, gradient * share, eta)
  }
  for (let e = from; e < size; e++) {
    let any = false
    for (let k = 0; k < columns; k++) {
      const score = clipped(given[e * columns + k], binary)
      const count = scalars[curveFixed + curveEach * k + 1]
      if (count > 0) {
        any = true
        own[k] = score + placeOn(places[k], cuts, values, k * most, count, score)
      } else {
        own[k] = score
        places[k].low = -1
      }
    }
    const sum = binary ? 0 : logSum(own)
    if (binary) out[e] = own[0] < least ? least : own[0] > -least ? -least : own[0]
    else
      for (let k = 0; k < columns; k++) {
        const score = own[k] - sum
        out[e * columns + k] = score < least ? least : score
      }
    if (moves[e] !== 1) continue
    if (any) {
      const h = weights === undefined ? 1 : weights[e]
      if (binary) learn(0, h * (1 / (1 + exp(-own[0])) - (labels[e] > 0 ? 1 : 0)), rate.binary)
      else
        for (let k = 0; k < columns; k++)
          if (places[k].low >= 0) learn(k, h * (exp(own[k] - sum) - (k === labels[e] ? 1 : 0)), rate.several)
    }
    for (let k = 0; k < columns; k++)
      late[k * curveWindow + (scalars[0] % curveWindow)] = clipped(given[e * columns + k], binary)
    if (cutsAreDue(++scalars[0])) return e + 1
  }
  return size
}

/** A score of a diverged model, which is not a number, counts as the middle. */
function clipped(score: number, binary: boolean): number {
  if (score !== score) return binary ? 0 : lowest
  return score < lowest ? lowest : binary && score > -lowest ? -lowest : score
}

/** Returns the logarithm of the sum of the exponentials of scores. */
function logSum(scores: Float64Array): number {
  let largest = scores[0]
  for (let k = 1; k < scores.length; k++) if (scores[k] > largest) largest = scores[k]
  let sum = 0
  for (let k = 0; k < scores.length; k++) sum += exp(scores[k] - largest)
  return largest + log(sum)
}

function movePoint(
  values: Float64Array,
  evidence: Float64Array,
  i: number,
  gradient: number,
  eta: number,
): void {
  evidence[i] += gradient * gradient
  values[i] -= (eta * gradient) / Math.sqrt(evidence[i])
}
