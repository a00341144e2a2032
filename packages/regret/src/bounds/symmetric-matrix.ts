/*
 * Symmetric matrices, row by row.
 */

/** Returns the triangle L of a positive definite matrix A = L L^T (Cholesky), with 0 above the diagonal. */
export function factorized(A: Float64Array, n: number): Float64Array {
  const L = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[i * n + j]
      for (let k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k]
      L[i * n + j] = i === j ? Math.sqrt(sum) : sum / L[j * n + j]
    }
  }
  return L
}

/** Returns A^-1 v. `L`: `factorized` of A */
export function solvedBy(L: Float64Array, v: Float64Array): Float64Array {
  const n = v.length
  const x = v.slice()
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= L[i * n + k] * x[k]
    x[i] /= L[i * n + i]
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= L[k * n + i] * x[k]
    x[i] /= L[i * n + i]
  }
  return x
}

/** Returns A v. */
export function times(A: Float64Array, v: Float64Array): Float64Array {
  const n = v.length
  return v.map((_, i) => {
    let sum = 0
    for (let k = 0; k < n; k++) sum += A[i * n + k] * v[k]
    return sum
  })
}

/**
 * Makes a matrix diagonal by Jacobi's rotations. `V` is multiplied by them, so it contains the eigenvectors if it was
 * the identity; `floor`: elements outside the diagonal up to it count as 0, for matrices of lower rank, whose other
 * eigenvalues are only rounding errors
 */
export function diagonalize(A: Float64Array, n: number, V?: Float64Array, floor = 0): void {
  for (let sweep = 0; sweep < 60; sweep++) {
    let rotated = false
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const off = A[p * n + q]
        const small = 1e-15 * Math.sqrt(Math.abs(A[p * n + p] * A[q * n + q]))
        if (!(Math.abs(off) > (small > floor ? small : floor))) continue
        rotated = true
        const half = (A[q * n + q] - A[p * n + p]) / (2 * off)
        const t = (half < 0 ? -1 : 1) / (Math.abs(half) + Math.sqrt(half * half + 1))
        const c = 1 / Math.sqrt(t * t + 1)
        const s = t * c
        for (let k = 0; k < n; k++) turn(A, k * n + p, k * n + q, c, s)
        for (let k = 0; k < n; k++) turn(A, p * n + k, q * n + k, c, s)
        if (V !== undefined) for (let k = 0; k < n; k++) turn(V, k * n + p, k * n + q, c, s)
      }
    }
    if (!rotated) return
  }
}

function turn(M: Float64Array, a: number, b: number, c: number, s: number): void {
  const x = M[a]
  const y = M[b]
  M[a] = c * x - s * y
  M[b] = s * x + c * y
}
