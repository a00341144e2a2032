import { ownUnit, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'
import { fitsAlong } from './margin.js'

function decide(c: Step, l: number): void {
  const error = 1 - c.y * c.z
  c.v = c.a
  c.u = error > 0 ? (c.y * error) / (c.a + c.params[l] / c.h) : 0
}

/**
 * AROW, diagonal (Crammer, Kulesza, Dredze 2009): on y z < 1, w += beta (y - z) S x, beta = 1 / (V + r), V = sum S x^2.
 * State 1 is the root of 1/S - 1. Parameters: r; 0: 1/S += x^2 / r, 1: S -= beta (S x)^2.
 */
export const arow: RuleTwin = {
  ...ownUnit,
  ...plainWeight,
  // depends on the margin, whatever the loss
  eager: true,
  gather: (T, k, L, r) => (r * r) / (1 + T[k + L] * T[k + L]),
  fits(c, l) {
    decide(c, l)
    return c.u === 0 || (fitsAlong(c) && c.largest * Math.sqrt(c.h / c.params[l]) <= c.limit)
  },
  decide,
  write(T, k, L, r, c, l) {
    const precision = 1 + T[k + L] * T[k + L]
    T[k] += (c.u * r) / precision
    let noise = c.params[l] / c.h
    if (c.params[c.lanes + l] !== 0) {
      // S - beta (S x)^2 = 1 / (1/S + x^2 / (V - S x^2 + r))
      const others = c.v - (r * r) / precision
      if (others > 0) noise += others
    }
    T[k + L] = Math.sqrt(T[k + L] * T[k + L] + (r * r) / noise)
  },
}
