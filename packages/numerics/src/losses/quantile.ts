import { towards } from './absolute.js'
import type { LossTwin } from './loss.js'

/** p is the quantile tau. */
export const quantile: LossTwin = {
  value(z, y, p) {
    return y > z ? p * (y - z) : (1 - p) * (z - y)
  },
  derivative(z, y, p) {
    return y > z ? -p : y < z ? 1 - p : 0
  },
  invariant(z, y, k, ppu, p) {
    return towards(z, y, p * k, (1 - p) * k, ppu)
  },
  kink: (y, p) => ({ at: y, below: -p, above: 1 - p }),
}
