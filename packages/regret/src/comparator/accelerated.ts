import { type Design, dot } from './design.js'
import type { Solution, Stop } from './method.js'
import type { Region } from './sets.js'

/** sum_t h_t l(b_t + (X v)_t, y_t) of a loss with a derivative everywhere. */
export interface SmoothSum {
  /** at the scores X v */
  value(scores: Float64Array): number
  /** out = its derivatives with respect to the scores */
  derivatives(scores: Float64Array, out: Float64Array): void
}

/**
 * Accelerated projected gradient (Beck and Teboulle, FISTA, 2009), with backtracking and with restarts when the
 * momentum points uphill (O'Donoghue and Candes, Adaptive Restart, 2015). The gap is Frank and Wolfe's: F(v) - F* <=
 * <F'(v), v> - min over the set of <F'(v), s>. F includes sum_i ridge_i v_i^2 / 2 if there is a ridge.
 */
export function accelerated(
  design: Design,
  sum: SmoothSum,
  region: Region,
  stop: Stop,
  ridge: Float64Array | undefined,
): Solution {
  const { size, width } = design
  const penalty = (v: Float64Array): number => {
    let half = 0
    if (ridge !== undefined) for (let i = 0; i < width; i++) half += ridge[i] * v[i] * v[i]
    return half / 2
  }
  const gradientAt = (v: Float64Array, scores: Float64Array): void => {
    sum.derivatives(scores, slope)
    design.applyTransposed(slope, gradient)
    if (ridge !== undefined) for (let i = 0; i < width; i++) gradient[i] += ridge[i] * v[i]
  }
  let v = new Float64Array(width)
  let previous = new Float64Array(width)
  let scores = new Float64Array(size)
  let previousScores = new Float64Array(size)
  const from = new Float64Array(width)
  const fromScores = new Float64Array(size)
  const slope = new Float64Array(size)
  const gradient = new Float64Array(width)
  let next = new Float64Array(width)
  let nextScores = new Float64Array(size)
  let curvature = 1
  let momentum = 1
  let value = sum.value(scores)
  let gap = Number.POSITIVE_INFINITY

  for (let iteration = 0; ; iteration++) {
    if (iteration % 10 === 0 || iteration >= stop.iterations) {
      gradientAt(v, scores)
      gap = dot(gradient, v) + region.support(gradient, v)
      if (stop.reached(value, gap) || iteration >= stop.iterations)
        return { v, scores, value, gap, iterations: iteration }
    }
    const following = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2
    const pull = (momentum - 1) / following
    for (let i = 0; i < width; i++) from[i] = v[i] + pull * (v[i] - previous[i])
    for (let e = 0; e < size; e++) fromScores[e] = scores[e] + pull * (scores[e] - previousScores[e])
    const base = sum.value(fromScores) + penalty(from)
    gradientAt(from, fromScores)
    curvature /= 1.1
    let reached = 0
    for (;;) {
      for (let i = 0; i < width; i++) next[i] = from[i] - gradient[i] / curvature
      region.project(next)
      design.apply(next, nextScores)
      reached = sum.value(nextScores) + penalty(next)
      let model = base
      for (let i = 0; i < width; i++) {
        const d = next[i] - from[i]
        model += gradient[i] * d + (curvature / 2) * d * d
      }
      // a difference within rounding is no reason for a smaller step
      if (reached <= model + 1e-14 * Math.abs(base)) break
      curvature *= 2
      if (!(curvature < 1e300)) return { v, scores, value, gap, iterations: iteration }
    }
    let uphill = 0
    for (let i = 0; i < width; i++) uphill += (from[i] - next[i]) * (next[i] - v[i])
    momentum = uphill > 0 ? 1 : following
    const [oldest, oldestScores] = [previous, previousScores]
    previous = v
    previousScores = scores
    v = next
    scores = nextScores
    value = reached
    next = oldest
    nextScores = oldestScores
    if (momentum === 1) {
      previous.set(v)
      previousScores.set(scores)
    }
  }
}
