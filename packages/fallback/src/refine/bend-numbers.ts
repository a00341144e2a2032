import {
  type BendingPlan,
  type BendingTurns,
  type CurveState,
  curveFixed,
  curveWindow,
  cutsAreDue,
  type NumberScalars,
} from '@ol/spec'
import { type CurvePlace, placeOn } from './curve-place.js'

/** The largest share of an error that a point takes. */
const largest = 0.2
/** Deviations at which an error is cut. */
const farthest = 6

/** See `BendingCalls.bendNumbers`. Twin: native/core/refine/bend-numbers.cc. */
export function bendNumbers(
  { most }: BendingPlan,
  { scalars, scores: late, points }: CurveState,
  s: NumberScalars,
  { size, given, labels, weights, moves }: BendingTurns,
  from: number,
  out: Float64Array,
): number {
  const [cuts, values, evidence] = [
    points.subarray(0, most),
    points.subarray(most, 2 * most),
    points.subarray(2 * most),
  ]
  const place: CurvePlace = { low: 0, share: 0 }
  const count = scalars[curveFixed + 1]
  const movePoint = (i: number, share: number, error: number, h: number): void => {
    evidence[i] += h * share
    const root = Math.sqrt(evidence[i])
    const part = h / (root * Math.sqrt(root))
    values[i] += share * error * (part > largest ? largest : part)
  }
  for (let e = from; e < size; e++) {
    const prediction = given[e]
    out[e] = prediction
    if (count > 0) {
      const bent = prediction + placeOn(place, cuts, values, 0, count, prediction)
      out[e] = bent < s[0] ? s[0] : bent > s[1] ? s[1] : bent
    }
    if (moves[e] !== 1 || prediction !== prediction) continue
    const h = weights === undefined ? 1 : weights[e]
    const label = labels[e]
    if (count > 0) {
      const error = label - out[e]
      const widest = farthest * Math.sqrt(s[3] / s[2])
      const cut = error < -widest ? -widest : error > widest ? widest : error
      movePoint(place.low, 1 - place.share, cut, h)
      if (place.share > 0) movePoint(place.low + 1, place.share, cut, h)
    }
    if (s[2] === 0) s[0] = s[1] = label
    else if (label < s[0]) s[0] = label
    else if (label > s[1]) s[1] = label
    const off = label - prediction
    s[2] += h
    s[3] += h * (off * off)
    late[scalars[0] % curveWindow] = prediction
    if (cutsAreDue(++scalars[0])) return e + 1
  }
  return size
}
