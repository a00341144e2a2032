import { decayingStep, maximumUnit, plainWeight } from './parts.js'
import type { RuleTwin } from './rule.js'

/**
 * NG (Ross, Mineiro, Langford 2013, Algorithm 1) with v = w s kept in place of w:
 * v *= s_old / s when s grows;  yhat = sum v r, r = x / s;  v -= eta (t/N) g r.
 */
export const ng: RuleTwin = {
  ...maximumUnit,
  ...plainWeight,
  rescale(T, k, _L, c) {
    T[k] *= c.ratio
  },
  multiplier: (c) => (c.N > 0 ? c.t / c.N : 0),
  stepSize: decayingStep,
  accumulate: () => 1,
}
