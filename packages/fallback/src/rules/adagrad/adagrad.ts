import { adaptiveRate, constantStep, ownUnit, plainWeight } from '../parts.js'
import type { RuleTwin } from '../rule.js'

/**
 * AdaGrad, diagonal, as Ross et al. compare against it (Duchi, Hazan, Singer 2010, Algorithm 1 with delta = 0, no
 * regularizer, no projection): G += g^2 x^2;  w -= eta g x / sqrt(G).
 */
export const adagrad: RuleTwin = {
  ...ownUnit,
  ...plainWeight,
  stepSize: constantStep,
  accumulate: adaptiveRate,
}
