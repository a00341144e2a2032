import { exp } from '../math/exp.js'
import { log, log1p } from '../math/log.js'
import type { LossTwin } from './loss.js'

/**
 * Returns the D >= 0 with D + b (e^D - 1) = a, b = e^m: how far the margin m grows in infinitely many small logistic
 * steps of total size a. Two or three corrections of order 4 leave 4e-15.
 */
export function growth(a: number, m: number): number {
  // Past these margins the root is the root of the limit b = 0 or of the first order, and e^m would under- or overflow.
  if (m < -500) return a < -m ? a : -m
  if (m > 500) return 0
  // a step of infinite size is ignored
  if (!(a < Number.POSITIVE_INFINITY)) return 0
  const b = exp(m)
  let D = start(a, m, b)
  for (let i = 0; i < 4; i++) {
    const next = closer(D, a, b)
    const off = next < D ? D - next : next - D
    D = next
    // the fourth power of the remainder is lost in rounding
    if (off <= 1e-4 * (D < 1 ? D : 1)) break
  }
  return D
}

/**
 * A start that is not above the root: the root of the first-order equation, and for large steps the root of the
 * exponential term alone.
 */
function start(a: number, m: number, b: number): number {
  const first = a / (1 + b)
  if (first <= 0.5) return first
  const x = m >= 0 ? 1 + a / b : a + m + b
  const bound = x > 1 ? log(x) - (m >= 0 ? 0 : m) : a
  return bound < first ? bound : first
}

/** A correction of order 4 (Householder's inverse series) towards D + b (e^D - 1) = a. */
function closer(D: number, a: number, b: number): number {
  const E = D < 0.03125 ? near(D) : exp(D) - 1
  const w = 1 / (1 + b * (1 + E))
  const u = (D + b * E - a) * w
  const s = 1 - w
  const next = D - u * (1 + u * s * (0.5 + u * (3 * s - 1) * 0.16666666666666666))
  // if e^D overflows, the start is the root
  return next > 0 ? next : next <= 0 ? 0 : D
}

/** e^D - 1 of a small D. */
function near(D: number): number {
  const D2 = D * D
  const low = 1 + D * 0.5
  const high =
    0.16666666666666666 +
    D * 0.041666666666666664 +
    D2 * (0.008333333333333333 + D * 0.001388888888888889 + D2 * 0.0001984126984126984)
  return D * (low + D2 * high)
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
