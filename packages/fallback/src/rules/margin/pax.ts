import { ownUnit, plainWeight } from '../parts.js'
import { addToNorm, normOf, startNorm } from '../pnorm.js'
import type { RuleTwin, Step } from '../rule.js'
import { fitsAlong, improved } from './margin.js'
import { dualNorm, pnormWeight } from './pnorm-perceptron.js'

/** Rule scalar 0 is X^2, the largest squared norm of an example. */
function seen(c: Step, square: number): void {
  if (square > c.scalars[c.own]) c.scalars[c.own] = square
}

/** PA-X (Orabona, Crammer, Cesa-Bianchi 2013, section 6.1): the improved step in the Euclidean norm. */
export const pax: RuleTwin = {
  ...ownUnit,
  ...plainWeight,
  // depends on the margin, whatever the loss
  eager: true,
  observe: (c) => seen(c, c.squares),
  fits(c) {
    improved(c, c.squares, 1)
    return fitsAlong(c)
  },
  decide: (c) => improved(c, c.squares, 1),
  write(T, k, _L, r, c) {
    T[k] += c.u * r
  },
}

/** p-norm PA-X: the improved step in the dual norm, beta = p - 1. All lanes have the p of the first. */
export const paxPnorm: RuleTwin = {
  ...pnormWeight,
  eager: true,
  begin: (_table, c) => startNorm(c),
  size(r, c) {
    addToNorm(r, c, dualNorm(c, 0))
    return 0
  },
  observe(c) {
    const norm = normOf(c, dualNorm(c, 0))
    // the remaining squares in c.squares: this rule adds nothing to it
    c.squares = norm * norm
    seen(c, c.squares)
  },
  fits(c, l) {
    improved(c, c.squares, c.params[l] - 1)
    return fitsAlong(c)
  },
  decide: (c, l) => improved(c, c.squares, c.params[l] - 1),
}
