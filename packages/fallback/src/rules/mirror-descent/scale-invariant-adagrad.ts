import { constantStep, maximumUnit } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'

/** theta / b over sqrt(L^2 + sum (g/b)^2). State 0 is theta / b, state 1 the root of the sum; parameter 1 is L. */
function relative(T: Lane, k: number, L: number, c: Step, l: number): number {
  const lipschitz = c.params[c.lanes + l]
  return T[k] / Math.sqrt(lipschitz * lipschitz + T[k + L] * T[k + L])
}

/** Over sqrt(d): parameter 2, or lane scalar 0 where that is 0. */
function scored(z: number, c: Step, l: number): number {
  const given = c.params[2 * c.lanes + l]
  const d = given > 0 ? given : c.scalars[c.laneOwn + l]
  return d > 1 ? z / Math.sqrt(d) : z
}

/**
 * Scale invariant AdaGrad (Orabona, Crammer, Cesa-Bianchi 2013, Eq. 13) with theta / b kept in place of theta:
 * theta/b -= eta g r, r = x / b;  w b = (theta/b) / (sqrt(d) sqrt(L^2 + sum (g r)^2)).
 */
export const scaleInvariantAdagrad: RuleTwin = {
  settled: maximumUnit.settled,
  scale: maximumUnit.scale,
  stepSize: constantStep,
  prepare(T, k, _L, _r, c) {
    T[k] *= c.ratio
  },
  read: relative,
  score: scored,
  write(T, k, L, r, c, l) {
    const gr = c.g * r
    const old = T[k + L]
    T[k] -= c.params[l] * gr
    T[k + L] = Math.sqrt(old * old + gr * gr)
    if (old === 0 && T[k + L] > 0) c.scalars[c.laneOwn + l] += 1
  },
  weight(T, k, L, S, s, c, l) {
    const scale = Math.abs(S[s])
    return scale > 0 ? scored(relative(T, k, L, c, l), c, l) / scale : 0
  },
}
