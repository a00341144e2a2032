import { boxed } from '@ol/numerics'
import { ownUnit, param } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'

/** Returns the weight of lane l after t rounds. */
function weightAfter(t: number, T: Lane, k: number, L: number, c: Step, l: number): number {
  const eta = param(c, 0, l)
  const h = param(c, 1, l) + T[k + L]
  if (!(h > 0)) return 0
  const v = eta * T[k]
  const size = (v < 0 ? -v : v) - eta * t * param(c, 2, l)
  const w = size > 0 ? size / (h + eta * t * param(c, 3, l)) : 0
  return boxed(v > 0 ? -w : w, param(c, 4, l), param(c, 5, l))
}

/**
 * AdaGrad, diagonal, primal-dual subgradients (RDA; Duchi, Hazan, Singer 2010, Eq. 5, Algorithm 1): with the regularizer
 * l1 |w|_1 + (l2/2) |w|_2^2 on the box [lower, upper], u = sum g and h = delta + sqrt(sum g^2), after t rounds
 * w = the minimum over the box of eta u w + eta t (l1 |w| + (l2/2) w^2) + (h/2) w^2: computed when the weight is read.
 */
export const adagradRda: RuleTwin = {
  ...ownUnit,
  read: (T, k, L, c, l) => weightAfter(c.round - 1, T, k, L, c, l),
  write(T, k, L, r, c) {
    const g = c.g * r
    T[k] += g
    T[k + L] = Math.sqrt(T[k + L] * T[k + L] + g * g)
  },
  weight: (T, k, L, _S, _s, c, l) => weightAfter(c.round, T, k, L, c, l),
}
