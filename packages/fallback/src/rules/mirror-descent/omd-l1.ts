import { constantStep, ownUnit } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'
import { shrink } from './shrink.js'

/** State 0 is theta; parameters: eta, l1. The weight of round t. */
function weightAt(T: Lane, k: number, c: Step, l: number, t: number): number {
  return shrink(T[k], c.params[l] * t * c.params[c.lanes + l]) / Math.sqrt(t)
}

/**
 * Composite online mirror descent (Orabona, Crammer, Cesa-Bianchi 2013, Corollary 1, f_t = sqrt(t)/2 ||.||^2 +
 * eta t l1 ||.||_1): theta -= eta g x;  w = sign(theta) max(0, |theta| - eta t l1) / sqrt(t).
 */
export const omdL1: RuleTwin = {
  ...ownUnit,
  stepSize: constantStep,
  read: (T, k, _L, c, l) => weightAt(T, k, c, l, c.round),
  write(T, k, _L, r, c, l) {
    T[k] -= c.params[l] * c.g * r
  },
  // the weight of the next round
  weight: (T, k, _L, _S, _s, c, l) => weightAt(T, k, c, l, c.round + 1),
}
