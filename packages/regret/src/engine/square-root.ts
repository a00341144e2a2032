import { diagonalize } from '../bounds/symmetric-matrix.js'

/** Returns the root of a symmetric matrix without negative eigenvalues; rounding below 0 counts as 0. */
export function squareRoot(A: Float64Array, size: number): Float64Array {
  const D = A.slice()
  const V = new Float64Array(size * size)
  for (let i = 0; i < size; i++) V[i * size + i] = 1
  diagonalize(D, size, V, 1e-17 * Math.sqrt(A.reduce((sum, x) => sum + x * x, 0)))
  const roots = Float64Array.from({ length: size }, (_, i) => Math.sqrt(Math.max(0, D[i * size + i])))
  const out = new Float64Array(size * size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = 0
      for (let k = 0; k < size; k++) sum += V[i * size + k] * roots[k] * V[j * size + k]
      out[i * size + j] = sum
    }
  }
  return out
}
