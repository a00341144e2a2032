import { factorized, solvedBy, times } from '../bounds/symmetric-matrix.js'
import { pNorm } from '../bounds/theorem.js'
import { dot, type OpenRule } from './open-mirror-descent.js'

type Potential = Pick<OpenRule, 'f' | 'gradient' | 'square'>

/** f_t(u) = 1/2 sum_i a_i(t) u_i^2; coordinates with a_i = 0 stay 0. */
export function diagonal(a: (t: number) => Float64Array): Potential {
  return {
    f: (u, t) => {
      const d = a(t)
      return u.reduce((sum, w, i) => sum + d[i] * w * w, 0) / 2
    },
    gradient: (theta, t) => {
      const d = a(t)
      return theta.map((x, i) => (d[i] > 0 ? x / d[i] : 0))
    },
    square: (z, t) => {
      const d = a(t)
      return z.reduce((sum, x, i) => sum + (d[i] > 0 ? (x * x) / d[i] : 0), 0)
    },
  }
}

/** f_t(u) = 1/2 <u, A(t) u>, A(t) symmetric and positive definite, row by row. */
export function matrix(A: (t: number) => Float64Array): Potential {
  const solved = (v: Float64Array, t: number): Float64Array => solvedBy(factorized(A(t), v.length), v)
  return {
    f: (u, t) => dot(u, times(A(t), u)) / 2,
    gradient: (theta, t) => solved(theta, t),
    square: (z, t) => dot(z, solved(z, t)),
  }
}

/**
 * f_t(u) = factor(t) / 2 (sum_i (b_i(t) |u_i|)^q)^(2/q), 1 < q <= 2, which is factor (q - 1)-strongly convex in that norm;
 * coordinates with b_i = 0 stay 0. `p`: with 1/p + 1/q = 1, by round
 */
export function pnorms(
  p: (t: number) => number,
  factor: (t: number) => number,
  b: (t: number) => Float64Array,
): Potential {
  const over = (v: Float64Array, t: number): Float64Array => {
    const scales = b(t)
    return v.map((x, i) => (scales[i] > 0 ? x / scales[i] : 0))
  }
  return {
    f: (u, t) => {
      const scales = b(t)
      return (
        (factor(t) / 2) *
        pNorm(
          u.map((x, i) => scales[i] * x),
          p(t) / (p(t) - 1),
        ) **
          2
      )
    },
    gradient: (theta, t) => {
      const c = factor(t)
      const v = over(theta, t)
      const norm = pNorm(v, p(t))
      if (norm === 0 || !(c > 0)) return new Float64Array(theta.length)
      const scales = b(t)
      return v.map((x, i) =>
        x === 0 ? 0 : (Math.sign(x) * norm * (Math.abs(x) / norm) ** (p(t) - 1)) / (c * scales[i]),
      )
    },
    // 1 / (q - 1) = p - 1
    square: (z, t) => (factor(t) > 0 ? (pNorm(over(z, t), p(t)) ** 2 * (p(t) - 1)) / factor(t) : 0),
  }
}

/** f_t(u) = a(t) / 2 ||u||^2 + b(t) ||u||_1 */
export function withL1(a: (t: number) => number, b: (t: number) => number): Potential {
  return {
    f: (u, t) => u.reduce((sum, x) => sum + (a(t) / 2) * x * x + b(t) * Math.abs(x), 0),
    gradient: (theta, t) =>
      theta.map((x) => {
        const size = Math.abs(x) - b(t)
        return size > 0 ? (Math.sign(x) * size) / a(t) : 0
      }),
    square: (z, t) => dot(z, z) / a(t),
  }
}
