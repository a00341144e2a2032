import type { LossTwin } from './loss.js'
import { saturation } from './squared.js'

/** p is q: the squared loss has a different factor for errors to either side, and no step goes past the label. */
export const expectile: LossTwin = {
  value(z, y, p) {
    const e = z - y
    return (y > z ? p : 1 - p) * (e * e)
  },
  derivative(z, y, p) {
    return (y > z ? p : 1 - p) * (2 * (z - y))
  },
  invariant(z, y, k, ppu, p) {
    return ((y - z) * saturation((y > z ? p : 1 - p) * (2 * k * ppu))) / ppu
  },
  kink: undefined,
}
