import {
  adaptiveRate,
  adaptiveRest,
  believedSquares,
  constantStep,
  keptSquares,
  meanInverse,
  plainWeight,
  withinReach,
} from '../parts.js'
import type { RuleTwin } from '../rule.js'

/**
 * sNAG, the readings that rescale a weight only when its feature is present (Ross, Mineiro, Langford 2013, section 3, last
 * paragraph): `seen` then always, `grow` only where the root mean square is larger than it ever was. Shared state 0 is
 * q = sum x^2, 1 the root mean square rms = sqrt(q / t) when the feature was last present, 2 the largest of those;
 * v = w rms, gradients in units of rms.
 */
export const snagSeen: RuleTwin = {
  ...plainWeight,
  settled: () => false,
  scale(S, s, x, c) {
    const old = believedSquares(x, S[s], c)
    const value = withinReach(x, old, c)
    const q = old + c.h * (value * value)
    S[s] = keptSquares(q, old, c)
    const rms = Math.sqrt(q / c.t)
    // an example of tiny weight may make the divisor 0
    if (!(rms > 0)) return 0
    // a single outlier is forgotten
    const last = old > 0 ? S[s + 1] : 0
    const largest = old > 0 ? S[s + 2] : 0
    c.moved = true
    c.ratio = last / rms
    c.growth = last > 0 ? (rms > largest ? largest : rms) / last : 1
    S[s + 1] = rms
    S[s + 2] = rms > largest ? rms : largest
    return value / rms
  },
  prepare(T, k, L, _r, c) {
    T[k + L] *= c.ratio
    // the scale is shared by all lanes, and so is the reading
    if (c.params[c.lanes] === 0) T[k] *= c.growth
  },
  multiplier: (c, l) => Math.sqrt(meanInverse(c, l, true)),
  stepSize: constantStep,
  accumulate: adaptiveRate,
  weight(T, k, _L, S, s) {
    return S[s + 1] > 0 ? T[k] / S[s + 1] : 0
  },
  rest: adaptiveRest,
  stretch: (c) => (c.params[c.lanes] === 0 ? c.growth : 1),
  fades: { squares: true, norm: true },
}
