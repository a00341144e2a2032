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
 * sNAG, the full reading (Ross, Mineiro, Langford 2013, section 3, last paragraph): NAG with the root mean square
 * rms = sqrt(sum x^2 / t) as the scale, v = w rms kept between updates. Shared state 0 is q = sum x^2. The norm of the
 * gradients is kept in units of sqrt(q): g x / sqrt(q) = g r / sqrt(t).
 */
export const snag: RuleTwin = {
  ...plainWeight,
  settled: () => false,
  scale(S, s, x, c) {
    const old = believedSquares(x, S[s], c)
    const value = withinReach(x, old, c)
    const q = old + c.h * (value * value)
    S[s] = keptSquares(q, old, c)
    // an example of tiny weight may make the divisor 0
    if (!(q > 0)) return 0
    c.moved = true
    c.ratio = Math.sqrt(old / q)
    return value / Math.sqrt(q / c.t)
  },
  prepare(T, k, L, _r, c) {
    T[k + L] *= c.ratio
  },
  multiplier: (c, l) => Math.sqrt(meanInverse(c, l, true)),
  stepSize: constantStep,
  accumulate(T, k, L, r, g, c) {
    const root = Math.sqrt(c.t)
    return adaptiveRate(T, k, L, r / root, g, c) / root
  },
  weight(T, k, _L, S, s, c) {
    const q = Math.abs(S[s])
    return q > 0 ? T[k] / Math.sqrt(q / c.t) : 0
  },
  rest: adaptiveRest,
  pace: (c) => 1 / Math.sqrt(c.t),
  // the norm is kept in units of sqrt(q), which fades with it
  fades: { squares: true, norm: false },
}
