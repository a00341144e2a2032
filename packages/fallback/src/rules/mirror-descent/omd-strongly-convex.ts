import { ownUnit } from '../parts.js'
import type { RuleTwin } from '../rule.js'

/**
 * Online mirror descent for a strongly convex regularizer (Orabona, Crammer, Cesa-Bianchi 2013, Eq. 7, f_t = t l2/2
 * ||.||^2): theta -= g x;  w = theta / (l2 t).
 */
export const omdStronglyConvex: RuleTwin = {
  ...ownUnit,
  read: (T, k, _L, c, l) => T[k] / (c.params[l] * c.round),
  write(T, k, _L, r, c) {
    T[k] -= c.g * r
  },
  // the weight of the next round
  weight: (T, k, _L, _S, _s, c, l) => T[k] / (c.params[l] * (c.round + 1)),
}
