import { ownUnit } from '../parts.js'
import { addToNorm, keepSum, link, linked, moveTo, normOf, startNorm } from '../pnorm.js'
import type { RuleTwin, Step } from '../rule.js'

/** From the sum or the single weight that `link` made. Rule scalar 0 is X, parameter 0 is p. */
function scored(z: number, c: Step, l: number): number {
  const X = c.scalars[c.own]
  const p = c.params[l]
  return X > 0 ? linked(z, c, l, p) / X / X / (p - 1) : 0
}

/**
 * p-norm LMS (Orabona, Crammer, Cesa-Bianchi 2013, section 4): theta += (y - z) x;
 * w = grad of 1/2 ||theta||_p^2 / (X^2 (p - 1)), X = max ||x||_p.
 */
export const pnormLms: RuleTwin = {
  ...ownUnit,
  begin: (_table, c) => startNorm(c),
  size(r, c) {
    addToNorm(r, c, c.params[0])
    return 0
  },
  observe(c) {
    const norm = normOf(c, c.params[0])
    if (norm > c.scalars[c.own]) c.scalars[c.own] = norm
  },
  read: (T, k, _L, c, l) => link(T, k, c, l, c.params[l]),
  score: scored,
  decide(c) {
    c.u = (c.y - c.z) * c.h
  },
  write(T, k, _L, r, c, l) {
    moveTo(T, k, T[k] + c.u * r, c, l, c.params[l])
  },
  finish(table, c, l) {
    keepSum(table, c, l, c.params[l])
  },
  weight: (T, k, _L, _S, _s, c, l) => scored(link(T, k, c, l, c.params[l]), c, l),
}
