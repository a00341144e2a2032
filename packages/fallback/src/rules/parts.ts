import { exp, log } from '@ol/numerics'
import type { Lane, RuleTwin, Step } from './rule.js'

/** Features in their own unit: nothing shared. */
export const ownUnit: Pick<RuleTwin, 'settled' | 'scale' | 'weight'> = {
  settled: () => true,
  scale: (_S, _s, x) => x,
  weight: (T, k) => T[k],
}

/** A scale that rests on one value was an outlier if the next value of the feature is smaller by this factor. */
const farOff = 1024

/**
 * Features in units of the largest |x| seen: shared state 0 is that scale. If c.reach is finite, a value beyond c.reach
 * times the scale counts as the scale, unless the next one is beyond it, too. A scale that rests on one value (the
 * first, or one beyond c.reach) starts again from the next value if this is `farOff` times smaller, as if the feature
 * were new. The scale is negative until the next value decides.
 */
export const maximumUnit: Pick<RuleTwin, 'settled' | 'scale' | 'weight'> = {
  settled(S, s, x) {
    return Math.abs(x) <= S[s]
  },
  scale(S, s, x, c) {
    const size = Math.abs(x)
    const old = S[s]
    if (size <= old) return x / old
    const known = Math.abs(old)
    // the first value has nothing to compare with
    if (old > 0 && size > c.reach * known) {
      S[s] = -known
      return x < 0 ? -1 : 1
    }
    if (size <= known && !(farOff * size < known)) {
      S[s] = known
      return x / known
    }
    c.moved = true
    c.ratio = size < known ? 0 : known / size
    S[s] = size < known || size > c.reach * known ? -size : size
    return x / size
  },
  weight(T, k, _L, S, s) {
    const scale = Math.abs(S[s])
    return scale > 0 ? T[k] / scale : 0
  },
}

/**
 * Returns the sum of the squares of a feature before this value; 0 if it rests on one value that was an outlier. The
 * stored sum is negative while it rests on one value, and only if c.reach is finite.
 */
export function believedSquares(x: number, kept: number, c: Step): number {
  if (kept >= 0) return kept
  return farOff * farOff * (c.h * (x * x)) < -kept ? 0 : -kept
}

/** Returns a sum of squares as it is stored: negative if it rests on the current value. */
export function keptSquares(q: number, before: number, c: Step): number {
  return before === 0 && c.reach < Number.POSITIVE_INFINITY ? -q : q
}

/** Returns a value; if its square is above c.reach times the sum of the earlier squares, the largest value that is not. */
export function withinReach(x: number, squares: number, c: Step): number {
  if (!(squares > 0 && x * x > c.reach * squares)) return x
  const most = Math.sqrt(c.reach * squares)
  return x < 0 ? -most : most
}

/** State 0 is the weight itself. */
export const plainWeight: Pick<RuleTwin, 'read'> = {
  read: (T, k) => T[k],
}

/**
 * t / N: the mean square of an example's relative values, inverted. Lane scalar 0 is N, their sum over the examples;
 * `every`: over those without a gradient too.
 */
export function meanInverse(c: Step, l: number, every: boolean): number {
  const at = c.laneOwn + l
  if (every || c.g !== 0) c.scalars[at] += c.h * c.squares
  const N = c.scalars[at]
  return N > 0 ? c.t / N : 0
}

/** State 1 is the norm of the gradients, in the unit of r: AdaGrad's s_{t,i}. */
export function adaptiveRate(T: Lane, k: number, L: number, r: number, g: number, c: Step): number {
  const old = T[k + L]
  const gr = g * r
  const norm = Math.sqrt(old * old + c.h * (gr * gr))
  T[k + L] = norm
  return norm > 0 ? 1 / norm : 0
}

/** The rate that `adaptiveRate` returned last. */
export function adaptiveRest(T: Lane, k: number, L: number): number {
  const norm = T[k + L]
  return norm > 0 ? 1 / norm : 0
}

/** Parameter 0 is the learning rate. */
export function constantStep(c: Step, l: number): number {
  return c.params[l]
}

/** Parameter 0 is the learning rate, parameter 1 the exponent of its decay. */
export function decayingStep(c: Step, l: number): number {
  const decay = c.params[c.lanes + l]
  if (decay === 0) return c.params[l]
  if (decay === 0.5) return c.params[l] / Math.sqrt(c.t)
  return c.params[l] * exp(-decay * log(c.t))
}

/** Parameter j of lane l. */
export function param(c: Step, j: number, l: number): number {
  return c.params[j * c.lanes + l]
}

/** Features in their own unit; shared state 0 is the round in which the feature was last present, c.missed counts since. */
export const lastPresent: Pick<RuleTwin, 'settled' | 'scale'> = {
  settled: () => false,
  scale(S, s, x, c) {
    const missed = c.round - 1 - S[s]
    // the example of that round may have been refused: then no round has passed
    c.missed = missed > 0 ? missed : 0
    c.moved = missed > 0
    S[s] = c.round
    return x
  },
}

/** Rounds since the feature was last present, after the last example. */
export function absence(S: Float64Array, s: number, c: Step): number {
  const missed = c.round - S[s]
  return missed > 0 ? missed : 0
}

/**
 * Makes c.group the namespace of the current feature, which shared state `at` keeps: the first that it is learned with. Rules with
 * `grouped` call it in `scale`.
 */
export function keepGroup(S: Float64Array, at: number, c: Step): void {
  if (S[at] !== 0) c.group = S[at]
  else if (c.learning) S[at] = c.group
}

/** The factor of the regularization of the features of a namespace. */
export function groupFactor(c: Step, group: number): number {
  return c.factors === undefined ? 1 : c.factors[group]
}
