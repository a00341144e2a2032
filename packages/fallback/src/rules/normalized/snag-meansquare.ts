import { adaptiveRate, adaptiveRest, constantStep, plainWeight } from '../parts.js'
import type { RuleTwin } from '../rule.js'
import { snag } from './snag.js'

/**
 * The computation of the authors' program of 2013 for their table of sNAG: AdaGrad on the features r = x / rms, where
 * rms = sqrt(sum x^2 / t) is the current one: G += g^2 r^2;  v -= eta g r / sqrt(G). No N.
 */
export const snagMeanSquare: RuleTwin = {
  ...plainWeight,
  settled: snag.settled,
  scale: snag.scale,
  stepSize: constantStep,
  accumulate: adaptiveRate,
  weight: snag.weight,
  rest: adaptiveRest,
  fades: { squares: true, norm: true },
}
