import { maximumUnit, param } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'

/** The weight per unit of r before the division by the mean, for the largest derivative `steepest`. */
function bet(T: Lane, k: number, L: number, steepest: number, c: Step, l: number): number {
  if (!(steepest > 0)) return 0
  return ((param(c, 0, l) + T[k + 2 * L]) / (steepest * (steepest + T[k + L]))) * T[k]
}

/** The mean over the examples, this one included, of sum (x / M)^2. */
const mean = (c: Step): number => (c.t > 0 ? (c.scalars[c.own] + 1e-6) / c.t : 1)

/**
 * Coin betting as Vowpal Wabbit computes it (ftrl.cc), in units of M = max |x|: state 0 is theta / M, 1 G / M, 2 the
 * wealth - alpha, 3 L: yhat = sum bet r / mean; then, with L that includes this derivative: wealth -= g r bet,
 * theta -= g r, G += |g r|.
 */
export const coin: RuleTwin = {
  settled: maximumUnit.settled,
  scale: maximumUnit.scale,
  prepare(T, k, L, _r, c) {
    T[k] *= c.ratio
    T[k + L] *= c.ratio
  },
  read: (T, k, L, c, l) => bet(T, k, L, T[k + 3 * L], c, l),
  // an upper bound of what the states may become per unit of gradient, as L only grows
  gather(T, k, L, r, c, l) {
    const wealth = param(c, 0, l) + T[k + 2 * L]
    const w = bet(T, k, L, T[k + 3 * L], c, l) * r
    return (wealth < 0 ? -wealth : wealth) + (w < 0 ? -w : w)
  },
  observe(c) {
    c.scalars[c.own] += c.h * c.squares
  },
  score: (z, c) => z / mean(c),
  fits: (c) => c.a * (1 + (c.g < 0 ? -c.g : c.g)) <= c.limit,
  write(T, k, L, r, c, l) {
    const size = c.g < 0 ? -c.g : c.g
    const least = param(c, 1, l)
    if (size > T[k + 3 * L]) T[k + 3 * L] = size > least ? size : least
    const g = c.g * r
    T[k + 2 * L] -= g * bet(T, k, L, T[k + 3 * L], c, l)
    T[k] -= g
    T[k + L] += g < 0 ? -g : g
  },
  weight(T, k, L, S, s, c, l) {
    const scale = Math.abs(S[s])
    return scale > 0 ? bet(T, k, L, T[k + 3 * L], c, l) / mean(c) / scale : 0
  },
}
