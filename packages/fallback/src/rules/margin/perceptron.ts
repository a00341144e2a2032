import { ownUnit, plainWeight } from '../parts.js'
import type { RuleTwin } from '../rule.js'
import { onMistake } from './margin.js'

/** Perceptron (Orabona, Crammer, Cesa-Bianchi 2013, section 6.1): on y z <= 0, w += y x. */
export const perceptron: RuleTwin = {
  ...ownUnit,
  ...plainWeight,
  decide: onMistake,
  write(T, k, _L, r, c) {
    T[k] += c.u * r
  },
}
