import { ownUnit } from '../parts.js'
import { keepSum, link, linked, moveTo } from '../pnorm.js'
import type { RuleTwin, Step } from '../rule.js'
import { onMistake } from './margin.js'

/** Returns the norm of theta: 1/p + 1/q = 1, p parameter 0. */
export function dualNorm(c: Step, l: number): number {
  return c.params[l] / (c.params[l] - 1)
}

/**
 * Variants that keep theta, with w = grad of 1/2 ||theta||_q^2 and steps along x (Orabona, Crammer, Cesa-Bianchi 2013,
 * section 6.1, f = 1/2 ||.||_p^2).
 */
export const pnormWeight: Pick<
  RuleTwin,
  'settled' | 'scale' | 'read' | 'score' | 'write' | 'finish' | 'weight'
> = {
  settled: ownUnit.settled,
  scale: ownUnit.scale,
  read: (T, k, _L, c, l) => link(T, k, c, l, dualNorm(c, l)),
  score: (z, c, l) => linked(z, c, l, dualNorm(c, l)),
  write(T, k, _L, r, c, l) {
    moveTo(T, k, T[k] + c.u * r, c, l, dualNorm(c, l))
  },
  finish(table, c, l) {
    keepSum(table, c, l, dualNorm(c, l))
  },
  weight(T, k, _L, _S, _s, c, l) {
    const q = dualNorm(c, l)
    return linked(link(T, k, c, l, q), c, l, q)
  },
}

/** p-norm Perceptron: on y z <= 0, theta += y x. */
export const pnormPerceptron: RuleTwin = { ...pnormWeight, decide: onMistake }
