/**
 * Eigenvalues and eigenvectors of a symmetric matrix by cyclic rotations (Golub, Van Loan: Matrix Computations, section
 * 8.5). `A` holds n x n numbers, row by row, and becomes diagonal; the rotations are applied to the columns of `V`,
 * whose element (i, k) is V[i * stride + k * step] + (i = k).
 */
export function diagonalize(
  A: Float64Array,
  n: number,
  V: Float64Array | Float32Array,
  start: number,
  stride: number,
  step: number,
): void {
  let trace = 0
  for (let i = 0; i < n; i++) trace += A[i * n + i]
  const floor = trace * 1e-19
  for (let sweep = 0; sweep < 40; sweep++) {
    let rotated = false
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) {
        const apq = A[p * n + q]
        const size = apq < 0 ? -apq : apq
        const app = A[p * n + p]
        const aqq = A[q * n + q]
        const product = app * aqq
        const small = product > 0 ? 1e-16 * Math.sqrt(product) : 0
        if (size <= floor || size <= small) continue
        rotated = true
        const theta = (aqq - app) / (2 * apq)
        const reach = theta < 0 ? -theta : theta
        const t = (theta < 0 ? -1 : 1) / (reach + Math.sqrt(1 + reach * reach))
        const cos = 1 / Math.sqrt(1 + t * t)
        const sin = t * cos
        A[p * n + p] = app - t * apq
        A[q * n + q] = aqq + t * apq
        A[p * n + q] = 0
        A[q * n + p] = 0
        for (let k = 0; k < n; k++) {
          if (k === p || k === q) continue
          const akp = A[k * n + p]
          const akq = A[k * n + q]
          const kp = cos * akp - sin * akq
          const kq = sin * akp + cos * akq
          A[k * n + p] = kp
          A[p * n + k] = kp
          A[k * n + q] = kq
          A[q * n + k] = kq
        }
        for (let i = 0; i < n; i++) {
          const atP = start + i * stride + p * step
          const atQ = start + i * stride + q * step
          const vp = V[atP] + (i === p ? 1 : 0)
          const vq = V[atQ] + (i === q ? 1 : 0)
          V[atP] = cos * vp - sin * vq - (i === p ? 1 : 0)
          V[atQ] = sin * vp + cos * vq - (i === q ? 1 : 0)
        }
      }
    }
    if (!rotated) return
  }
}
