import { boxed } from '@ol/numerics'
import { absence, lastPresent, param, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'

/** The state of a coordinate as it passes through its rounds: weight and sum of squared gradients. */
let w = 0
let q = 0

/** One round of lane l with gradient g: q += g^2;  w = clip(w - c (upper - lower) g / sqrt(2 q)). */
function round(g: number, c: Step, l: number): void {
  q += g * g
  if (!(q > 0)) return
  const lower = param(c, 2, l)
  const upper = param(c, 3, l)
  w = boxed(w - (param(c, 0, l) * (upper - lower) * g) / Math.sqrt(2 * q), lower, upper)
}

/** Applies the rounds in which the feature was absent and only the L2 term had a gradient. */
function rest(missed: number, c: Step, l: number): void {
  const l2 = param(c, 1, l)
  for (let i = 0; i < missed && w !== 0; i++) round(l2 * w, c, l)
}

/**
 * Online gradient descent with a rate for each coordinate (Streeter, McMahan 2010, Algorithm 1 and Theorem 3): on the box
 * [lower, upper], of gradients g x + l2 w, the second term in every round; an absent feature applies these rounds when
 * it is next present.
 */
export const ogdCoordinate: RuleTwin = {
  ...plainWeight,
  ...lastPresent,
  eager: true,
  prepare(T, k, L, _r, c, l) {
    if (param(c, 1, l) === 0 || T[k] === 0) return
    w = T[k]
    q = T[k + L] * T[k + L]
    rest(c.missed, c, l)
    T[k] = w
    T[k + L] = Math.sqrt(q)
  },
  decide(c, l) {
    if (c.g === 0 && param(c, 1, l) === 0) c.u = 0
  },
  write(T, k, L, r, c, l) {
    w = T[k]
    q = T[k + L] * T[k + L]
    round(c.g * r + param(c, 1, l) * w, c, l)
    T[k] = w
    T[k + L] = Math.sqrt(q)
  },
  weight(T, k, L, S, s, c, l) {
    w = T[k]
    q = T[k + L] * T[k + L]
    if (param(c, 1, l) > 0) rest(absence(S, s, c), c, l)
    return w
  },
}
