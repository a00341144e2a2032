import type { RuleTwin, Step } from '../rule.js'
import { fitsAlong, onMarginError, onMistake } from './margin.js'

/**
 * State 0 is theta, state 1 the root of A - 1; parameter 0 is r. The weight treats the current example as already
 * learned: z = sum theta x / (A + x^2 / r).
 */
function secondOrder(decide: (c: Step) => void): RuleTwin {
  return {
    // depends on the margin, whatever the loss
    eager: true,
    settled: () => true,
    scale(_S, _s, x, c) {
      c.x = x
      return x
    },
    read: (T, k, L, c, l) => T[k] / (1 + T[k + L] * T[k + L] + (c.x * c.x) / c.params[l]),
    fits(c, l) {
      decide(c)
      return c.u === 0 || (fitsAlong(c) && c.largest * Math.sqrt(c.h / c.params[l]) <= c.limit)
    },
    decide,
    write(T, k, L, r, c, l) {
      T[k] += c.u * r
      T[k + L] = Math.sqrt(T[k + L] * T[k + L] + (c.h * (r * r)) / c.params[l])
    },
    weight: (T, k, L) => T[k] / (1 + T[k + L] * T[k + L]),
  }
}

/** Second-order Perceptron, diagonal (Orabona, Crammer, Cesa-Bianchi 2013, section 6.2). */
export const sop: RuleTwin = secondOrder(onMistake)

/** AROW as online mirror descent, diagonal (the same, Eq. 21 and 22). */
export const arowOmd: RuleTwin = secondOrder(onMarginError)
