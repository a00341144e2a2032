import { adaptiveRate, adaptiveRest, constantStep, maximumUnit, meanInverse, plainWeight } from '../parts.js'
import type { RuleTwin } from '../rule.js'

/**
 * NAG (Ross, Mineiro, Langford 2013, Algorithm 2) stored as v = w s, so that rescaling does not change the stored
 * weight, and with gradients in units of s, so that any scale is safe: yhat = sum v r, r = x / s;  G += g^2 r^2;  v -=
 * eta sqrt(t/N) g r / sqrt(G).
 */
export const nag: RuleTwin = {
  ...maximumUnit,
  ...plainWeight,
  prepare(T, k, L, _r, c) {
    T[k + L] *= c.ratio
  },
  multiplier: (c, l) => Math.sqrt(meanInverse(c, l, c.params[c.lanes + l] === 0)),
  stepSize: constantStep,
  accumulate: adaptiveRate,
  rest: adaptiveRest,
  fades: { squares: false, norm: true },
}
