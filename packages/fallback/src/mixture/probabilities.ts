import { exp } from '@ol/numerics'

/* Twins: native/core/mixture/probabilities.h, and over lanes side by side over-lanes.inc. */

/** The largest log odds of a class. */
const steepest = 50

const within = (z: number): number => (z < -steepest ? -steepest : z > steepest ? steepest : z)

/** Fills the probabilities of -1 and +1 at a score. */
export function binaryProbabilities(z: number, out: Float64Array, to: number): void {
  const near = within(z)
  out[to] = 1 / (1 + exp(near))
  out[to + 1] = 1 / (1 + exp(-near))
}

/** Fills the softmax of `count` scores, `step` apart. */
export function softmaxProbabilities(
  scores: Float64Array,
  from: number,
  step: number,
  count: number,
  out: Float64Array,
  to: number,
): void {
  let largest = Number.NEGATIVE_INFINITY
  for (let k = 0; k < count; k++) if (scores[from + k * step] > largest) largest = scores[from + k * step]
  let sum = 0
  for (let k = 0; k < count; k++) {
    const off = scores[from + k * step] - largest
    out[to + k] = exp(off < -steepest ? -steepest : off)
    sum += out[to + k]
  }
  for (let k = 0; k < count; k++) out[to + k] /= sum
}

/** Fills the probabilities of each class against all others, normalized, of `count` scores, `step` apart. */
export function normalizedProbabilities(
  scores: Float64Array,
  from: number,
  step: number,
  count: number,
  out: Float64Array,
  to: number,
): void {
  let sum = 0
  for (let k = 0; k < count; k++) {
    out[to + k] = 1 / (1 + exp(-within(scores[from + k * step])))
    sum += out[to + k]
  }
  for (let k = 0; k < count; k++) out[to + k] /= sum
}
