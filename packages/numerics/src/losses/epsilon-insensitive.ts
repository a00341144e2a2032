import type { LossTwin } from './loss.js'

/** p is epsilon: the absolute loss of the distance from the nearer end of [y - epsilon, y + epsilon]. */
export const epsilonInsensitive: LossTwin = {
  value(z, y, p) {
    const e = (z > y ? z - y : y - z) - p
    return e > 0 ? e : 0
  },
  derivative(z, y, p) {
    const e = z - y
    return e > p ? 1 : e < -p ? -1 : 0
  },
  invariant(z, y, k, ppu, p) {
    const e = y - z
    const whole = ((e < 0 ? -e : e) - p) / ppu
    if (!(whole > 0)) return 0
    const u = whole < k ? whole : k
    return e < 0 ? -u : u
  },
  kink: (y, p) => ({ at: y, below: -1, above: 1, slack: p }),
}
