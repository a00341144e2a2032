import { ownUnit } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'

/** State 0 is theta, state 1 the wealth - epsilon, state 2 the rounds n; parameter 0 is epsilon. */
function bet(T: Lane, k: number, L: number, c: Step, l: number): number {
  return (T[k] / (T[k + 2 * L] + 1)) * (c.params[l] + T[k + L])
}

/**
 * Coin betting by the Krichevsky-Trofimov estimator, a coin per feature (Orabona, Pal 2016, Algorithm 2):
 * w = theta / (n + 1) * wealth;  wealth -= g w;  theta -= g;  n counts the examples with the feature.
 */
export const kt: RuleTwin = {
  ...ownUnit,
  // an example without a gradient is a round too
  eager: true,
  read: bet,
  // an upper bound of what the wealth may become per unit of gradient
  gather(T, k, L, r, c, l) {
    const wealth = c.params[l] + T[k + L]
    const w = bet(T, k, L, c, l) * r
    return (wealth < 0 ? -wealth : wealth) + (w < 0 ? -w : w)
  },
  fits: (c) => c.a * (1 + (c.g < 0 ? -c.g : c.g)) <= c.limit,
  write(T, k, L, r, c, l) {
    const g = c.g * r
    T[k + L] -= g * bet(T, k, L, c, l)
    T[k] -= g
    T[k + 2 * L] += 1
  },
  weight: (T, k, L, _S, _s, c, l) => bet(T, k, L, c, l),
}
