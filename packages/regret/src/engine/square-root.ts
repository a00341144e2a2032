/** Returns the root of a symmetric matrix without negative eigenvalues, by Jacobi's rotations; rounding below 0 counts as 0. */
export function squareRoot(A: Float64Array, size: number): Float64Array {
  const D = A.slice()
  const V = new Float64Array(size * size)
  for (let i = 0; i < size; i++) V[i * size + i] = 1
  const total = Math.sqrt(D.reduce((sum, x) => sum + x * x, 0))
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) off += D[i * size + j] ** 2
    if (Math.sqrt(off) <= 1e-15 * total) break
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(D, V, size, p, q)
  }
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

/** Makes D_pq 0, and V the product of the rotations so far. */
function rotate(D: Float64Array, V: Float64Array, size: number, p: number, q: number): void {
  const apq = D[p * size + q]
  if (apq === 0) return
  const theta = (D[q * size + q] - D[p * size + p]) / (2 * apq)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  const turn = (M: Float64Array, a: number, b: number): void => {
    const [x, y] = [M[a], M[b]]
    M[a] = c * x - s * y
    M[b] = s * x + c * y
  }
  for (let k = 0; k < size; k++) turn(D, k * size + p, k * size + q)
  for (let k = 0; k < size; k++) turn(D, p * size + k, q * size + k)
  for (let k = 0; k < size; k++) turn(V, k * size + p, k * size + q)
}
