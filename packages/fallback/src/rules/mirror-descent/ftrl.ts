import { ownUnit } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'

/** State 0 is z, state 1 sqrt(n); parameters: alpha, beta, l1, l2. */
function weightNow(T: Lane, k: number, L: number, c: Step, l: number): number {
  const { params, lanes } = c
  const z = T[k]
  const excess = (z < 0 ? -z : z) - params[2 * lanes + l]
  if (!(excess > 0)) return 0
  const w = excess / ((params[lanes + l] + T[k + L]) / params[l] + params[3 * lanes + l])
  return z < 0 ? w : -w
}

/**
 * FTRL-Proximal (McMahan et al. 2013, Algorithm 1): w = 0 if |z| <= l1, otherwise
 * -(z - sign(z) l1) / ((beta + sqrt(n)) / alpha + l2);
 * sigma = (sqrt(n + g^2) - sqrt(n)) / alpha;  z += g - sigma w;  n += g^2.
 */
export const ftrl: RuleTwin = {
  ...ownUnit,
  read: weightNow,
  write(T, k, L, r, c, l) {
    const g = c.g * r
    const w = weightNow(T, k, L, c, l)
    const old = T[k + L]
    T[k + L] = Math.sqrt(old * old + g * g)
    T[k] += g - ((T[k + L] - old) / c.params[l]) * w
  },
  weight: (T, k, L, _S, _s, c, l) => weightNow(T, k, L, c, l),
}
