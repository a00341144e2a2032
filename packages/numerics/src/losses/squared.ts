import { exp } from '../math/exp.js'
import type { LossTwin } from './loss.js'

/** 1 - e^-a for a >= 0, exact in the relative sense near 0. */
export function saturation(a: number): number {
  return a < 1e-5 ? a * (1 - a * 0.5) : 1 - exp(-a)
}

export const squared: LossTwin = {
  value(z, y) {
    const e = z - y
    return e * e
  },
  derivative(z, y) {
    return 2 * (z - y)
  },
  invariant(z, y, k, ppu) {
    return ((y - z) * saturation(2 * k * ppu)) / ppu
  },
  kink: undefined,
}
