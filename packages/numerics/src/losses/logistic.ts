import { exp } from '../math/exp.js'
import { log, log1p } from '../math/log.js'
import type { LossTwin } from './loss.js'

/**
 * Returns the D >= 0 with D + b (e^D - 1) = a, b = e^m: how far the margin m grows in infinitely many small logistic
 * steps of total size a. Newton's method from a start at or above the root of a convex function: five steps leave
 * 1e-14.
 */
export function growth(a: number, m: number): number {
  // Past these margins the root is that of the limit b = 0 or of the first order, and e^m would under- or overflow.
  if (m < -500) return a < -m ? a : -m
  if (m > 500) return 0
  const b = exp(m)
  let D: number
  if (m >= 0) {
    const r = a / b
    const l = r < 1e-5 ? r : log(1 + r)
    D = l < a ? l : a
  } else {
    const x = a + m + b
    D = x > 1 ? log(x) - m : a
  }
  for (let i = 0; i < 5; i++) {
    const E = D < 1e-5 ? D * (1 + D * 0.5) : exp(D) - 1
    const next = D - (D + b * E - a) / (1 + b * (1 + E))
    D = next > 0 ? next : 0
  }
  return D
}

export const logistic: LossTwin = {
  value(z, y) {
    const m = y * z
    return m > 0 ? log1p(exp(-m)) : log1p(exp(m)) - m
  },
  derivative(z, y) {
    const m = y * z
    if (m > 0) {
      const e = exp(-m)
      return (-y * e) / (1 + e)
    }
    return -y / (1 + exp(m))
  },
  invariant(z, y, k, ppu) {
    return (y * growth(k * ppu, y * z)) / ppu
  },
  kink: undefined,
}
