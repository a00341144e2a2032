import { factor } from './click-regret.js'

/*
 * Gradient descent with both rates of Streeter and McMahan, on logistic loss and an L2 term, with features that are 0
 * or 1. The rules `ogd-global` and `ogd-coordinate` catch up on rounds without a feature one by one; here, one power
 * covers all rounds in which a weight shrinks, because the square of its L2 term in the sum of squared gradients is
 * negligible. A test compares the two.
 */

/** Impressions in compressed rows, and labels: 1 if clicked, otherwise -1. */
export interface Impressions {
  readonly size: number
  readonly features: number
  readonly offsets: Uint32Array
  readonly ids: Uint32Array
  readonly labels: Float64Array
}

/** Sums over the impressions: of the logistic losses, and of l2 ||w||^2 / 2 of the weights before each. */
export interface PenalizedLoss {
  readonly loss: number
  readonly penalty: number
}

const lossOf = (margin: number): number =>
  margin > 0 ? Math.log1p(Math.exp(-margin)) : -margin + Math.log1p(Math.exp(margin))
const boxed = (x: number): number => (x < -1 ? -1 : x > 1 ? 1 : x)

/** One rate for all features: `factor` D / sqrt(2 sum of squared gradients), D the diameter of the box. */
export function globalRate({ size, features, offsets, ids, labels }: Impressions, l2: number): PenalizedLoss {
  // a weight is `shrunk` times the stored number
  const w = new Float64Array(features)
  const diameter = 2 * Math.sqrt(features)
  let [shrunk, squares, gradients, loss, penalty] = [1, 0, 0, 0, 0]
  for (let t = 0; t < size; t++) {
    const [from, to] = [offsets[t], offsets[t + 1]]
    let z = 0
    for (let k = from; k < to; k++) z += shrunk * w[ids[k]]
    loss += lossOf(labels[t] * z)
    penalty += (l2 / 2) * squares
    const g = -labels[t] / (1 + Math.exp(labels[t] * z))
    gradients += g * g * (to - from) + 2 * l2 * g * z + l2 * l2 * squares
    const rate = (factor * diameter) / Math.sqrt(2 * gradients)
    shrunk *= 1 - rate * l2
    squares *= (1 - rate * l2) ** 2
    for (let k = from; k < to; k++) {
      const before = shrunk * w[ids[k]]
      const after = boxed(before - rate * g)
      squares += after * after - before * before
      w[ids[k]] = after / shrunk
    }
    if (shrunk > 1e-100) continue
    for (let i = 0; i < features; i++) w[i] *= shrunk
    shrunk = 1
  }
  return { loss, penalty }
}

/** A rate for each feature: `factor` times 2 / sqrt(2 sum of its squared gradients). */
export function coordinateRate(
  { size, features, offsets, ids, labels }: Impressions,
  l2: number,
): PenalizedLoss {
  const w = new Float64Array(features)
  const sums = new Float64Array(features)
  const last = new Float64Array(features)
  let [loss, penalty] = [0, 0]
  const rateOf = (i: number): number => (factor * 2) / Math.sqrt(2 * sums[i])
  /** Brings a weight up to date with round t, and adds its part of the penalty of the rounds until then. */
  const settle = (i: number, t: number): void => {
    const rounds = t - last[i]
    last[i] = t
    if (rounds <= 0 || w[i] === 0) return
    const kept = 1 - rateOf(i) * l2
    const square = kept * kept
    penalty += (l2 / 2) * w[i] * w[i] * (square === 1 ? rounds : (1 - square ** rounds) / (1 - square))
    w[i] *= kept ** rounds
  }
  for (let t = 0; t < size; t++) {
    const [from, to] = [offsets[t], offsets[t + 1]]
    let z = 0
    for (let k = from; k < to; k++) {
      settle(ids[k], t)
      z += w[ids[k]]
    }
    loss += lossOf(labels[t] * z)
    const slope = -labels[t] / (1 + Math.exp(labels[t] * z))
    for (let k = from; k < to; k++) {
      const i = ids[k]
      penalty += (l2 / 2) * w[i] * w[i]
      last[i] = t + 1
      const g = slope + l2 * w[i]
      sums[i] += g * g
      w[i] = boxed(w[i] - rateOf(i) * g)
    }
  }
  for (let i = 0; i < features; i++) settle(i, size)
  return { loss, penalty }
}
