import { exp } from '@ol/numerics'

/* Twin: native/core/mixture/bayes.h. */

/** The least sum of weights that a mean is taken with: doubles that are much smaller have few digits, and products of them none. */
export const leastTotal = 1e-280

/** Fills the weights of experts, which sum to 1, from the logarithms of their likelihoods from `from` on. */
export function bayesWeights(logs: Float64Array, from: number, count: number, out: Float64Array): void {
  let largest = Number.NEGATIVE_INFINITY
  for (let j = 0; j < count; j++) if (logs[from + j] > largest) largest = logs[from + j]
  let sum = 0
  for (let j = 0; j < count; j++) {
    out[j] = exp(logs[from + j] - largest)
    sum += out[j]
  }
  for (let j = 0; j < count; j++) out[j] /= sum
}
