import { decayingStep, maximumUnit, meanInverse, plainWeight } from '../parts.js'
import type { RuleTwin } from '../rule.js'

/**
 * NG (Ross, Mineiro, Langford 2013, Algorithm 1) with v = w s kept in place of w:
 * v *= s_old / s when s grows;  yhat = sum v r, r = x / s;  v -= eta (t/N) g r.
 */
export const ng: RuleTwin = {
  ...maximumUnit,
  ...plainWeight,
  prepare(T, k, _L, _r, c) {
    T[k] *= c.ratio
  },
  multiplier: (c, l) => meanInverse(c, l, c.params[2 * c.lanes + l] === 0),
  stepSize: decayingStep,
  accumulate: () => 1,
  stretch: (c) => c.ratio,
}
