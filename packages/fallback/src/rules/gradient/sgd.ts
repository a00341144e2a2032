import { decayingStep, ownUnit, plainWeight } from '../parts.js'
import type { RuleTwin } from '../rule.js'

/** Stochastic gradient descent: w -= eta t^-decay g x. */
export const sgd: RuleTwin = {
  ...ownUnit,
  ...plainWeight,
  stepSize: decayingStep,
  accumulate: () => 1,
}
