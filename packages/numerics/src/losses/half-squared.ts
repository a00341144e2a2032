import type { LossTwin } from './loss.js'
import { saturation } from './squared.js'

export const halfSquared: LossTwin = {
  value(z, y) {
    const e = z - y
    return 0.5 * e * e
  },
  derivative(z, y) {
    return z - y
  },
  invariant(z, y, k, ppu) {
    return ((y - z) * saturation(k * ppu)) / ppu
  },
  kink: undefined,
}
