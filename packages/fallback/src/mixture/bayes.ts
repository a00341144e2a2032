import { exp } from '@ol/numerics'

/* Twin: native/core/mixture/bayes.h. */

/** The smallest sum of weights with which a mean is computed: much smaller doubles have few digits, and their products have none. */
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
