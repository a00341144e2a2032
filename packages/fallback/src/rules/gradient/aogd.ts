import { boxed } from '@ol/numerics'
import { absence, groupFactor, keepGroup, lastPresent, param, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'

/** The state of a coordinate as it passes through its rounds: weight and sum of the regularizers lambda. */
let w = 0
let lambdas = 0

/** The convexity of lane l in features of a namespace. */
function convexity(c: Step, group: number, l: number): number {
  return param(c, 1, l) * groupFactor(c, group)
}

/** Round t with gradient g x of the loss and convexity H, in [-D, D]. */
function round(t: number, gx: number, D: number, H: number): void {
  const g = gx + H * w
  const A = H * t + lambdas
  const extra = (8 * g * g) / (3 * D * D)
  if (extra > 0) {
    // (sqrt(A^2 + extra) - A) / 2 without the cancellation
    const lambda = extra / (2 * (Math.sqrt(A * A + extra) + A))
    lambdas += lambda
    w = boxed(w - (g + lambda * w) / (A + lambda), -D, D)
  }
}

/** Applies the rounds in which the feature was absent and only the L2 term had a gradient. */
function rest(missed: number, first: number, D: number, H: number): void {
  for (let i = 0; i < missed && w !== 0; i++) round(first + i, 0, D, H)
}

/**
 * Adaptive online gradient descent (Bartlett, Hazan, Rakhlin 2007), coordinate by coordinate as in Streeter, McMahan 2010,
 * section 4.1: on [-D, D], losses of strong convexity H by an L2 term (H/2) w^2. With g the complete gradient, and A =
 * H t + sum of the earlier lambdas: lambda = (sqrt(A^2 + 8 g^2 / (3 D^2)) - A) / 2;  w = clip(w - (g + lambda w) / (A +
 * lambda)). H is the parameter times the factor of the namespace of the coordinate.
 */
export const aogd: RuleTwin = {
  ...plainWeight,
  ...lastPresent,
  eager: true,
  grouped: true,
  scale(S, s, x, c) {
    keepGroup(S, s + 1, c)
    return lastPresent.scale(S, s, x, c)
  },
  prepare(T, k, L, _r, c, l) {
    const H = convexity(c, c.group, l)
    if (H === 0 || T[k] === 0) return
    w = T[k]
    lambdas = T[k + L]
    rest(c.missed, c.round - c.missed, param(c, 0, l), H)
    T[k] = w
    T[k + L] = lambdas
  },
  decide(c, l) {
    if (c.g === 0 && param(c, 1, l) === 0) c.u = 0
  },
  write(T, k, L, r, c, l) {
    w = T[k]
    lambdas = T[k + L]
    round(c.round, c.g * r, param(c, 0, l), convexity(c, c.group, l))
    T[k] = w
    T[k + L] = lambdas
  },
  weight(T, k, L, S, s, c, l) {
    w = T[k]
    lambdas = T[k + L]
    const missed = absence(S, s, c)
    const H = convexity(c, S[s + 1], l)
    if (H > 0) rest(missed, c.round - missed + 1, param(c, 0, l), H)
    return w
  },
}
