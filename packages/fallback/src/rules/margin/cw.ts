import { ownUnit, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'

/** The step that raises the margin m, with variance V, to phi V: the positive root; 0 if m has reached it. */
export function confidentStep(m: number, V: number, phi: number): number {
  if (!(V > 0) || !(m < phi * V)) return 0
  const b = 1 + 2 * phi * m
  const less = 1 - 2 * phi * m
  // b^2 - 8 phi (m - phi V), as a sum of squares
  const root = Math.sqrt(less * less + 8 * phi * phi * V)
  return b > 0 ? (2 * (phi * V - m)) / (V * (b + root)) : (root - b) / (4 * phi * V)
}

/** State 1 is the root of 1/S - 1/a; parameters: phi, a. c.v is 2 alpha phi. */
function decide(c: Step, l: number): void {
  const alpha = confidentStep(c.y * c.z, c.a, c.params[l])
  c.u = alpha * c.y
  c.v = 2 * alpha * c.params[l]
}

/**
 * CW, variance form, diagonal (Dredze, Crammer, Pereira 2008): on m < phi V, m = y z, V = sum S x^2,
 * w += alpha y S x, 1/S += 2 alpha phi x^2.
 */
export const cw: RuleTwin = {
  ...ownUnit,
  ...plainWeight,
  // the required margin may be larger than the loss needs
  eager: true,
  gather: (T, k, L, r, c, l) => (r * r) / (1 / c.params[c.lanes + l] + T[k + L] * T[k + L]),
  fits(c, l) {
    decide(c, l)
    const step = (c.u < 0 ? -c.u : c.u) * c.params[c.lanes + l]
    return step * c.largest <= c.limit && Math.sqrt(c.v) * c.largest <= c.limit
  },
  decide,
  write(T, k, L, r, c, l) {
    T[k] += (c.u * r) / (1 / c.params[c.lanes + l] + T[k + L] * T[k + L])
    T[k + L] = Math.sqrt(T[k + L] * T[k + L] + c.v * (r * r))
  },
}
