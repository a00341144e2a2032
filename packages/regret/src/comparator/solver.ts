import { lossTwins } from '@ol/numerics'
import { checkPlain, checkShape, invalid, type LossId } from '@ol/spec'
import { accelerated } from './accelerated.js'
import { Design } from './design.js'
import type { Stop } from './method.js'
import type { Examples } from './observed-examples.js'
import { type PiecewiseSum, primalDual } from './primal-dual.js'
import { type ComparatorSet, checkSet, regionOf } from './sets.js'

export interface SolverOptions {
  /**
   * the gap to stop at, relative to the loss found (or to 1e-3 of the loss of weights 0, if that is larger); default
   * 1e-6
   */
  readonly tolerance?: number | undefined
  /** default: 20,000; fewer, but at least 1000, for data of more than 150,000 features */
  readonly iterations?: number | undefined
  /**
   * strength of an L2 term l2 ||u||^2 / 2 that every example adds to its loss, times its importance; default 0. Only
   * for losses with a derivative
   */
  readonly l2?: number | undefined
}

/** The best fixed weights of a set for given examples. */
export interface Comparator {
  readonly set: ComparatorSet
  /** by column of the examples, in the features' own units */
  readonly weights: Float64Array
  /** sum over the examples of weight times loss, an L2 term included */
  readonly loss: number
  /**
   * No weights of the set have a loss that is lower than `loss` by more than this. For `none`, which is unbounded, this
   * covers weights up to twice as long as these, or as long as the labels (each weight times the root of the sum of the
   * squares of its feature).
   */
  readonly gap: number
  /** whether the gap is within the tolerance */
  readonly converged: boolean
  readonly iterations: number
}

/**
 * Finds the weights of a set with the lowest loss on all examples, by convex programming: accelerated projected
 * gradient for losses with a derivative, a primal-dual method for piecewise linear losses. Deterministic. Errors:
 * OL_PARAMETER.
 */
export function bestFixed(
  examples: Examples,
  loss: { readonly id: LossId; readonly param?: number | undefined },
  set: ComparatorSet,
  options: SolverOptions = {},
): Comparator {
  checkShape('examples', examples, {
    values: 'numbers',
    labels: 'numbers',
    weights: 'numbers',
    size: 'number',
  })
  checkShape('loss', loss, { id: 'string' })
  if (!Object.hasOwn(lossTwins, loss.id)) throw invalid('OL_PARAMETER', 'loss', 'a loss', loss.id)
  checkShape('set', set, { kind: 'string' })
  checkPlain(options)
  const { tolerance = 1e-6, iterations = iterationsFor(examples.values.length), l2 = 0 } = options
  if (!(tolerance > 0)) throw invalid('OL_PARAMETER', 'tolerance', 'a number > 0', tolerance)
  if (!(Number.isInteger(iterations) && iterations > 0))
    throw invalid('OL_PARAMETER', 'iterations', 'a whole number > 0', iterations)
  if (!(Number.isFinite(l2) && l2 >= 0)) throw invalid('OL_PARAMETER', 'l2', 'a number >= 0', l2)
  checkSet(set)
  const design = new Design(examples)
  const { value, derivative } = lossTwins[loss.id]
  const { labels, weights: h, initial, size } = examples
  let reach = 0
  for (let e = 0; e < size; e++) reach += h[e] * labels[e] ** 2
  const region = regionOf(set, examples.maxima(), design.scales, Math.sqrt(reach))
  const p = loss.param ?? 0
  const lossOf = (scores: Float64Array): number => {
    let sum = 0
    for (let e = 0; e < size; e++) sum += h[e] * value(initial[e] + scores[e], labels[e], p)
    return sum
  }
  const atZero = lossOf(new Float64Array(size))
  const stop: Stop = {
    iterations,
    reached: (reached, gap) => gap <= tolerance * Math.max(reached, 1e-3 * atZero),
  }
  const pieces = piecesOf(examples, loss.id, p)
  if (pieces !== undefined && l2 > 0)
    throw invalid('OL_PARAMETER', `l2 with ${loss.id} loss`, '0: the loss has no derivative', l2)
  let importance = 0
  for (let e = 0; e < size; e++) importance += h[e]
  const ridge = l2 === 0 ? undefined : design.scales.map((scale) => (importance * l2) / (scale * scale))
  const found =
    pieces === undefined
      ? accelerated(
          design,
          {
            value: lossOf,
            derivatives(scores, out) {
              for (let e = 0; e < size; e++) out[e] = h[e] * derivative(initial[e] + scores[e], labels[e], p)
            },
          },
          region,
          stop,
          ridge,
        )
      : primalDual(design, pieces, region, stop)
  const weights = found.v.map((v, i) => v / design.scales[i])
  return {
    set,
    weights,
    loss: lossOf(found.scores) + (importance * l2 * weights.reduce((sum, w) => sum + w * w, 0)) / 2,
    gap: Math.max(0, found.gap),
    converged: stop.reached(found.value, found.gap),
    iterations: found.iterations,
  }
}

/**
 * Returns a limit on the work: a number of features times iterations, not a time, so that results do not depend on the
 * machine.
 */
function iterationsFor(features: number): number {
  return Math.max(1000, Math.min(20_000, Math.floor(3e9 / features)))
}

/**
 * Returns a piecewise linear loss as a sum of max over a in [low, high] of a (z - at) - |a| slack; undefined for
 * others.
 */
function piecesOf(examples: Examples, loss: LossId, p: number): PiecewiseSum | undefined {
  const { kink } = lossTwins[loss]
  if (kink === undefined) return undefined
  const { size, labels, weights, initial } = examples
  const [low, high, at, slack] = Array.from({ length: 4 }, () => new Float64Array(size))
  const sum = { low, high, at, slack }
  for (let e = 0; e < size; e++) {
    const piece = kink(labels[e], p)
    low[e] = weights[e] * piece.below
    high[e] = weights[e] * piece.above
    at[e] = piece.at - initial[e]
    slack[e] = piece.slack ?? 0
  }
  return sum
}
