import { power } from '@ol/numerics'
import { adaptiveRate, constantStep, maximumUnit, meanInverse, param, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'

// Parameters that are the same for all lanes.
const powerT = (c: Step): number => c.params[2 * c.lanes]
const initialT = (c: Step): number => c.params[3 * c.lanes]

/**
 * NAG (see nag.ts) with the power p in place of the root, as if t0 examples had come before the first. In v = w s and
 * gradients in units of s: v *= (s_old / s)^(1-2p) when s grows;  G += g^2 r^2;  v -= eta ((t0 + t) / (t0 + N))^(1-p) g
 * r / (t0 + G)^p.
 */
export const nagPower: RuleTwin = {
  ...maximumUnit,
  ...plainWeight,
  prepare(T, k, L, _r, c) {
    T[k + L] *= c.ratio
    if (!(c.ratio > 0)) return
    const v = T[k] * power(c.ratio, 1 - 2 * powerT(c))
    T[k] = v > c.limit ? c.limit : v < -c.limit ? -c.limit : v
  },
  multiplier(c, l) {
    const start = initialT(c)
    const inverse = meanInverse(c, l, param(c, 1, l) === 0)
    const N = c.scalars[c.laneOwn + l] + start
    const mean = start === 0 ? inverse : (c.t + start) / N
    return power(mean, 1 - powerT(c))
  },
  stepSize: constantStep,
  accumulate(T, k, L, r, g, c) {
    adaptiveRate(T, k, L, r, g, c)
    const norm = T[k + L]
    const G = norm * norm + initialT(c)
    return G > 0 ? power(G, -powerT(c)) : 0
  },
}
