import { type Design, dot } from './design.js'
import type { Solution, Stop } from './method.js'
import type { Region } from './sets.js'

/** sum_t max over a in [low_t, high_t] of a ((X v)_t - at_t) - |a| slack_t: a piecewise linear loss. */
export interface PiecewiseSum {
  readonly low: Float64Array
  readonly high: Float64Array
  readonly at: Float64Array
  readonly slack: Float64Array
}

/** One side of the iteration and its sums since the last restart. */
interface Point {
  readonly v: Float64Array
  readonly a: Float64Array
  /** X v */
  readonly scores: Float64Array
  /** X' a */
  readonly pull: Float64Array
}

/**
 * Returns the primal-dual hybrid gradient method (Chambolle and Pock 2011) with restarts from the average and balanced
 * steps (Applegate et al., Practical Large-Scale Linear Programming using PDHG, 2021): it converges linearly for
 * piecewise linear losses. The gap is the one between primal and dual.
 */
export function primalDual(design: Design, sum: PiecewiseSum, region: Region, stop: Stop): Solution {
  const { size, width } = design
  const point = (): Point => ({
    v: new Float64Array(width),
    a: new Float64Array(size),
    scores: new Float64Array(size),
    pull: new Float64Array(width),
  })
  const current = point()
  const total = point()
  const average = point()
  const start = point()
  const nextV = new Float64Array(width)
  const nextScores = new Float64Array(size)
  // the estimate of the norm is a lower bound
  const step = 0.9 / Math.max(design.norm(), 1e-300)
  let balance = 1
  let inTotal = 0
  let gapAtRestart = Number.POSITIVE_INFINITY
  const best: Solution = {
    v: new Float64Array(width),
    scores: new Float64Array(size),
    value: totalOf(sum, current.scores),
    gap: Number.POSITIVE_INFINITY,
    iterations: 0,
  }
  let dual = Number.NEGATIVE_INFINITY

  /** Gap of a pair; keeps the best of either side. */
  const measure = ({ v, a, scores, pull }: Point): number => {
    const value = totalOf(sum, scores)
    const below = -dot(a, sum.at) - slackOf(sum, a) - region.support(pull, v)
    if (value < best.value) {
      best.v.set(v)
      best.scores.set(scores)
      best.value = value
    }
    if (below > dual) dual = below
    return value - below
  }

  for (let iteration = 0; ; iteration++) {
    if (iteration % 32 === 0 || iteration >= stop.iterations) {
      let gap = measure(current)
      let candidate = current
      if (inTotal > 0) {
        copy(average, total, 1 / inTotal)
        const gapOfAverage = measure(average)
        if (gapOfAverage < gap) {
          gap = gapOfAverage
          candidate = average
        }
      }
      best.gap = best.value - dual
      best.iterations = iteration
      if (stop.reached(best.value, best.gap) || iteration >= stop.iterations) return best
      if (gap <= 0.4 * gapAtRestart || inTotal >= 0.4 * iteration) {
        if (candidate !== current) copy(current, candidate, 1)
        const moved = distance(current.v, start.v)
        const turned = distance(current.a, start.a)
        // half-way, in logarithms, to the ratio of the two distances
        if (moved > 0 && turned > 0) balance = Math.sqrt(balance * (turned / moved))
        copy(start, current, 1)
        copy(total, current, 0)
        inTotal = 0
        gapAtRestart = gap
      }
    }
    const primalStep = step / balance
    const dualStep = step * balance
    for (let i = 0; i < width; i++) nextV[i] = current.v[i] - primalStep * current.pull[i]
    region.project(nextV)
    design.apply(nextV, nextScores)
    for (let e = 0; e < size; e++) {
      const free = current.a[e] + dualStep * (2 * nextScores[e] - current.scores[e] - sum.at[e])
      const a = shrunk(free, dualStep * sum.slack[e])
      current.a[e] = a < sum.low[e] ? sum.low[e] : a > sum.high[e] ? sum.high[e] : a
    }
    current.v.set(nextV)
    current.scores.set(nextScores)
    design.applyTransposed(current.a, current.pull)
    for (const side of ['v', 'a', 'scores', 'pull'] as const) {
      const [to, from] = [total[side], current[side]]
      for (let i = 0; i < to.length; i++) to[i] += from[i]
    }
    inTotal++
  }
}

function totalOf(sum: PiecewiseSum, scores: Float64Array): number {
  let value = 0
  for (let e = 0; e < scores.length; e++) {
    const z = scores[e] - sum.at[e]
    value += z > 0 ? sum.high[e] * shrunk(z, sum.slack[e]) : sum.low[e] * shrunk(z, sum.slack[e])
  }
  return value
}

function slackOf(sum: PiecewiseSum, a: Float64Array): number {
  let total = 0
  for (let e = 0; e < a.length; e++) total += sum.slack[e] * Math.abs(a[e])
  return total
}

/** Returns x moved towards 0 by an amount, but not past 0. */
function shrunk(x: number, by: number): number {
  return x > by ? x - by : x < -by ? x + by : 0
}

function copy(to: Point, from: Point, factor: number): void {
  for (const side of ['v', 'a', 'scores', 'pull'] as const) {
    const [target, source] = [to[side], from[side]]
    for (let i = 0; i < target.length; i++) target[i] = source[i] * factor
  }
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2
  return Math.sqrt(sum)
}
