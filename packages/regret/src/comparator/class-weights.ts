import { exp, log } from '@ol/numerics'
import type { LossId } from '@ol/spec'
import { accelerated } from './accelerated.js'
import { Design } from './design.js'
import type { LinearMap } from './method.js'
import { Examples } from './observed-examples.js'
import { type ComparatorSet, type Region, regionOf } from './sets.js'
import { bestFixed, type SolverOptions } from './solver.js'

/** The best fixed weights of several classes, which have weights of their own each. */
export interface ClassComparator {
  /** by class, then by column of the examples */
  readonly weights: readonly Float64Array[]
  /** sum over the examples of weight times loss; one against all: of all classes */
  readonly loss: number
  /** no weights of the set lose less by more than this */
  readonly gap: number
}

/** Returns what the scores of an example lose. `label`: the number of its class, from 1 */
export function classLoss(
  value: (score: number, label: number, param: number) => number,
  { id, param }: { readonly id: LossId; readonly param: number },
  scores: ArrayLike<number>,
  label: number,
): number {
  if (id === 'softmax') return logSum(scores, label > scores.length) - (scores[label - 1] ?? 0)
  let sum = 0
  for (let k = 0; k < scores.length; k++) sum += value(scores[k], k + 1 === label ? 1 : -1, param)
  return sum
}

/** Returns ln sum_k exp(z_k); `another`: with a class whose score is 0 */
function logSum(scores: ArrayLike<number>, another: boolean): number {
  let largest = another ? 0 : Number.NEGATIVE_INFINITY
  for (let k = 0; k < scores.length; k++) largest = Math.max(largest, scores[k])
  let sum = another ? exp(-largest) : 0
  for (let k = 0; k < scores.length; k++) sum += exp(scores[k] - largest)
  return largest + log(sum)
}

/**
 * Finds the weights of each class that would have lost least on all examples: jointly for softmax loss, and otherwise class by class,
 * as one against all. Labels are the numbers of classes, from 1. The weights of each class lie in the set.
 */
export function bestClassWeights(
  examples: Examples,
  loss: { readonly id: LossId; readonly param: number },
  classes: number,
  set: ComparatorSet,
  options: SolverOptions,
): ClassComparator {
  if (loss.id === 'softmax') return bestSoftmax(examples, classes, set, options)
  const found = Array.from({ length: classes }, (_, k) =>
    bestFixed(relabelled(examples, k + 1), loss, set, options),
  )
  const sum = (of: (one: (typeof found)[number]) => number) => found.reduce((all, one) => all + of(one), 0)
  return {
    weights: found.map(({ weights }) => weights),
    loss: sum((one) => one.loss),
    gap: sum((one) => one.gap),
  }
}

/** Returns examples whose label is 1 where it was a class, and otherwise -1. */
function relabelled(examples: Examples, label: number): Examples {
  const { size, offsets, columns, values, labels, weights, initial } = examples
  const own = new Examples((column) => column)
  const signs = labels.map((of) => (of === label ? 1 : -1))
  const batch = { size, offsets, indices: columns, values, labels: signs, weights, initial }
  for (let e = 0; e < size; e++) own.add(batch, e)
  return own
}

function bestSoftmax(
  examples: Examples,
  classes: number,
  set: ComparatorSet,
  { tolerance = 1e-6, iterations = 1000 }: SolverOptions,
): ClassComparator {
  const design = new Design(examples)
  const { size, width, labels, weights: h } = examples
  const map = byClass(design, classes)
  const scoresOf = (scores: Float64Array, e: number) => scores.subarray(e * classes, (e + 1) * classes)
  const value = (scores: Float64Array): number => {
    let sum = 0
    for (let e = 0; e < size; e++) {
      const own = scoresOf(scores, e)
      sum += h[e] * (logSum(own, false) - own[labels[e] - 1])
    }
    return sum
  }
  const derivatives = (scores: Float64Array, out: Float64Array): void => {
    for (let e = 0; e < size; e++) {
      const own = scoresOf(scores, e)
      const whole = logSum(own, false)
      for (let k = 0; k < classes; k++)
        out[e * classes + k] = h[e] * (exp(own[k] - whole) - (k + 1 === labels[e] ? 1 : 0))
    }
  }
  const atZero = value(new Float64Array(map.size))
  const stop = {
    iterations,
    reached: (reached: number, gap: number) => gap <= tolerance * Math.max(reached, 1e-3 * atZero),
  }
  const reach = Math.sqrt(h.reduce((sum, weight) => sum + weight, 0))
  const region = ofEachClass(regionOf(set, examples.maxima(), design.scales, reach), width)
  const found = accelerated(map, { value, derivatives }, region, stop, undefined)
  const weights = Array.from({ length: classes }, (_, k) =>
    found.v.subarray(k * width, (k + 1) * width).map((v, i) => v / design.scales[i]),
  )
  return { weights, loss: found.value, gap: Math.max(0, found.gap) }
}

/** Returns the map from the weights of class after class to the scores of example after example. */
function byClass(design: Design, classes: number): LinearMap {
  const column = new Float64Array(design.size)
  const weightsOf = (v: Float64Array, k: number) => v.subarray(k * design.width, (k + 1) * design.width)
  return {
    size: design.size * classes,
    width: design.width * classes,
    apply(v, out) {
      for (let k = 0; k < classes; k++) {
        design.apply(weightsOf(v, k), column)
        for (let e = 0; e < design.size; e++) out[e * classes + k] = column[e]
      }
    },
    applyTransposed(a, out) {
      for (let k = 0; k < classes; k++) {
        for (let e = 0; e < design.size; e++) column[e] = a[e * classes + k]
        design.applyTransposed(column, weightsOf(out, k))
      }
    },
  }
}

/** Returns the set of the weights of several classes, those of each in a set of their own. */
function ofEachClass(region: Region, width: number): Region {
  const parts = (v: Float64Array) =>
    Array.from({ length: v.length / width }, (_, k) => v.subarray(k * width, (k + 1) * width))
  return {
    project: (v) => {
      for (const part of parts(v)) region.project(part)
    },
    support: (q, v) => {
      const own = parts(v)
      return parts(q).reduce((sum, part, k) => sum + region.support(part, own[k]), 0)
    },
  }
}
