import { Learner } from '../../packages/core/dist/index.js'

// The data of the tests' threads.

/** The rounds of a thread that learns with others: in the first six examples become longer. */
export const rounds = process.env.OL_TEST_GRID === 'full' ? 12 : 8

/** Returns a batch of examples of very different lengths, so that working memory grows again and again. */
export function batchOf(k, round, size = 200) {
  let state = 7919 * (k + 1) + round
  const next = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const offsets = new Uint32Array(size + 1)
  for (let e = 0; e < size; e++) offsets[e + 1] = offsets[e] + 1 + next(8 << Math.min(round, 6))
  const count = offsets[size]
  return {
    size,
    offsets,
    indices: Uint32Array.from({ length: count }, () => next(5000)),
    values: Float64Array.from({ length: count }, () => (next(2000) - 1000) / 64),
    labels: Float64Array.from({ length: size }, () => (next(2) === 0 ? 1 : -1)),
  }
}

export function learnerOf(backend) {
  return new Learner({ rule: 'nag', loss: 'logistic', bits: 12, learningRate: 'auto', backend })
}
