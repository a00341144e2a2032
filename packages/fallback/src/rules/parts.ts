import { exp } from '../math/exp.js'
import { log } from '../math/log.js'
import type { RuleTwin, Step } from './rule.js'

type Lane = Float32Array | Float64Array

/** Features in their own unit: nothing shared. */
export const ownUnit: Pick<RuleTwin, 'settled' | 'scale' | 'rescale' | 'multiplier' | 'weight'> = {
  settled: () => true,
  scale: (_S, _s, x) => x,
  rescale() {},
  multiplier: () => 1,
  weight: (T, k) => T[k],
}

/** Features in units of the largest |x| seen: shared state 0 is that scale. */
export const maximumUnit: Pick<RuleTwin, 'settled' | 'scale' | 'weight'> = {
  settled(S, s, x) {
    return (x < 0 ? -x : x) <= S[s]
  },
  scale(S, s, x, c) {
    const size = x < 0 ? -x : x
    const old = S[s]
    if (size > old) {
      c.ratio = old / size
      S[s] = size
      return x / size
    }
    return x / old
  },
  weight(T, k, _L, S, s) {
    return S[s] > 0 ? T[k] / S[s] : 0
  },
}

/** State 0 is the weight, read and moved as it is. */
export const plainWeight: Pick<RuleTwin, 'read' | 'write'> = {
  read: (T, k) => T[k],
  write(T, k, _L, d) {
    T[k] += d
  },
}

/** State 1 is the norm of the gradients, in the unit of r: AdaGrad's s_{t,i}. */
export function adaptiveRate(T: Lane, k: number, L: number, r: number, c: Step): number {
  const old = T[k + L]
  const gr = c.g * r
  const norm = Math.sqrt(old * old + c.h * (gr * gr))
  T[k + L] = norm
  return norm > 0 ? 1 / norm : 0
}

/** P[p] is the learning rate. */
export function constantStep(P: Float64Array, p: number): number {
  return P[p]
}

/** P[p] is the learning rate, P[p + 1] the exponent of its decay. */
export function decayingStep(P: Float64Array, p: number, c: Step): number {
  const decay = P[p + 1]
  if (decay === 0) return P[p]
  if (decay === 0.5) return P[p] / Math.sqrt(c.t)
  return P[p] * exp(-decay * log(c.t))
}
