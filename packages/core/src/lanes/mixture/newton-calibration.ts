import { exp, log } from '@ol/numerics'

/** Numbers of the state: four coefficients and the sixteen of a matrix. */
export const calibrationSize = 20
const experts = 4

/** The least probability whose logarithm is taken. */
const floor = 1e-7
/** The odds that a class can have at most, as a logarithm. */
const steepest = 50
/** The matrix starts as this many times the identity. */
const start = 10

/**
 * Calibrates probabilities: q = softmax(sum_j alpha_j ln p_j), p_1 .. p_3 given, p_4 the frequencies of the classes, with
 * coefficients alpha by online Newton steps on -ln q of the label.
 */
export class Calibration {
  /** alpha, then the matrix by rows: stored in a model file */
  readonly state: Float64Array
  readonly #classes: number
  readonly #logs: Float64Array
  readonly #solved: Float64Array = new Float64Array(experts * (experts + 1))
  /** the calibrated probabilities */
  readonly probabilities: Float64Array

  constructor(classes: number, state?: Float64Array) {
    this.#classes = classes
    this.state = state?.slice() ?? new Float64Array(calibrationSize)
    if (state === undefined) {
      this.state.fill(1 / 3, 0, 3)
      for (let j = 0; j < experts; j++) this.state[experts + j * experts + j] = start
    }
    this.#logs = new Float64Array(experts * classes)
    this.probabilities = new Float64Array(classes)
  }

  /** Calibrates the first three distributions of `given`, by classes, with counts of the n examples by class. */
  predict(given: Float64Array, counts: Float64Array, n: number): void {
    const K = this.#classes
    const X = this.#logs
    const q = this.probabilities
    const alpha = this.state
    let largest = Number.NEGATIVE_INFINITY
    for (let k = 0; k < K; k++) {
      let score = 0
      for (let j = 0; j < 3; j++) {
        const p = given[j * K + k]
        X[j * K + k] = log(p > floor ? p : floor)
        score += alpha[j] * X[j * K + k]
      }
      X[3 * K + k] = log((counts[k] + 1) / (n + K))
      score += alpha[3] * X[3 * K + k]
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

  /** Moves the coefficients by the label of an example of weight h, after `predict`. */
  learn(label: number, h: number): void {
    const K = this.#classes
    const X = this.#logs
    const q = this.probabilities
    const s = this.state
    const A = this.#solved
    const width = experts + 1
    for (let i = 0; i < experts; i++) {
      let mean = 0
      for (let k = 0; k < K; k++) mean += q[k] * X[i * K + k]
      // means for a moment where the right side will be
      A[i * width + experts] = mean
    }
    for (let i = 0; i < experts; i++) {
      for (let j = 0; j < experts; j++) {
        let sum = 0
        for (let k = 0; k < K; k++)
          sum += q[k] * (X[i * K + k] - A[i * width + experts]) * (X[j * K + k] - A[j * width + experts])
        s[experts + i * experts + j] += h * sum
        A[i * width + j] = s[experts + i * experts + j]
      }
    }
    for (let i = 0; i < experts; i++) A[i * width + experts] = h * (X[i * K + label] - A[i * width + experts])
    this.#solve()
    for (let i = 0; i < experts; i++) s[i] += A[i * width + experts]
  }

  /** Eliminates without pivots, the matrix being positive definite; the last column becomes the solution. */
  #solve(): void {
    const A = this.#solved
    const width = experts + 1
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
}
