import { ownUnit } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'
import { shrink } from './shrink.js'

/** State 0 is the sum of the gradients; parameters: gamma, l1. The weight after t rounds. */
function weightAfter(T: Lane, k: number, c: Step, l: number, t: number): number {
  return t > 0 ? -shrink(T[k], t * c.params[c.lanes + l]) / (c.params[l] * Math.sqrt(t)) : 0
}

/**
 * Regularized dual averaging with an L1 norm (Xiao 2010; Orabona, Crammer, Cesa-Bianchi 2013, Eq. 8, beta_t = gamma
 * sqrt(t), g = 1/2 ||.||^2): G += g x;  w = -sign(G) max(0, |G| - t l1) / (gamma sqrt(t)).
 */
export const rda: RuleTwin = {
  ...ownUnit,
  read: (T, k, _L, c, l) => weightAfter(T, k, c, l, c.round - 1),
  write(T, k, _L, r, c) {
    T[k] += c.g * r
  },
  weight: (T, k, _L, _S, _s, c, l) => weightAfter(T, k, c, l, c.round),
}
