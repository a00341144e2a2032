import { exp, log } from '@ol/numerics'

/*
 * Calibrates probabilities: q = softmax(sum_j alpha_j ln p_j), p_1 .. p_3 given, p_4 the frequencies of the classes, with
 * coefficients alpha by online Newton steps on -ln q of the label. Twin: native/core/mixture/newton-calibration.h.
 */

const experts = 4

/** The smallest probability whose logarithm is taken. */
const floor = 1e-7
/** The largest log odds of a class. */
const steepest = 50

const width = experts + 1
const solved = new Float64Array(experts * width)

/**
 * Fills the calibrated probabilities q of the first three distributions of `given`, by classes, with counts of the n examples by
 * class from `from` on; and the logarithms of all four.
 */
export function calibrate(
  alpha: Float64Array,
  given: Float64Array,
  sums: Float64Array,
  from: number,
  K: number,
  logs: Float64Array,
  q: Float64Array,
): void {
  const n = sums[from + K]
  let largest = Number.NEGATIVE_INFINITY
  for (let k = 0; k < K; k++) {
    let score = 0
    for (let j = 0; j < 3; j++) {
      const p = given[j * K + k]
      logs[j * K + k] = log(p > floor ? p : floor)
      score += alpha[j] * logs[j * K + k]
    }
    logs[3 * K + k] = log((sums[from + k] + 1) / (n + K))
    score += alpha[3] * logs[3 * K + k]
    q[k] = score
    if (score > largest) largest = score
  }
  let sum = 0
  for (let k = 0; k < K; k++) {
    const off = q[k] - largest
    q[k] = exp(off < -steepest ? -steepest : off)
    sum += q[k]
  }
  for (let k = 0; k < K; k++) q[k] /= sum
}

/** Moves the coefficients by the label of an example of weight h, after `calibrate`. */
export function correct(
  s: Float64Array,
  logs: Float64Array,
  q: Float64Array,
  K: number,
  label: number,
  h: number,
): void {
  const A = solved
  for (let i = 0; i < experts; i++) {
    let mean = 0
    for (let k = 0; k < K; k++) mean += q[k] * logs[i * K + k]
    // uses the column of the right side for the means
    A[i * width + experts] = mean
  }
  for (let i = 0; i < experts; i++) {
    for (let j = 0; j < experts; j++) {
      let sum = 0
      for (let k = 0; k < K; k++)
        sum += q[k] * (logs[i * K + k] - A[i * width + experts]) * (logs[j * K + k] - A[j * width + experts])
      s[experts + i * experts + j] += h * sum
      A[i * width + j] = s[experts + i * experts + j]
    }
  }
  for (let i = 0; i < experts; i++)
    A[i * width + experts] = h * (logs[i * K + label] - A[i * width + experts])
  solve(A)
  for (let i = 0; i < experts; i++) s[i] += A[i * width + experts]
}

/** Eliminates without pivots, because the matrix is positive definite; the last column becomes the solution. */
function solve(A: Float64Array): void {
  for (let i = 0; i < experts; i++) {
    for (let r = i + 1; r < experts; r++) {
      const factor = A[r * width + i] / A[i * width + i]
      for (let c = i; c < width; c++) A[r * width + c] -= factor * A[i * width + c]
    }
  }
  for (let i = experts - 1; i >= 0; i--) {
    let rest = A[i * width + experts]
    for (let c = i + 1; c < experts; c++) rest -= A[i * width + c] * A[c * width + experts]
    A[i * width + experts] = rest / A[i * width + i]
  }
}
