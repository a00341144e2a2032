import type { LossTwin } from './loss.js'

export const hinge: LossTwin = {
  value(z, y) {
    const e = 1 - y * z
    return e > 0 ? e : 0
  },
  derivative(z, y) {
    return y * z < 1 ? -y : 0
  },
  invariant(z, y, k, ppu) {
    const e = 1 - y * z
    if (!(e > 0)) return 0
    const whole = e / ppu
    return y * (whole < k ? whole : k)
  },
  kink: (y) => (y > 0 ? { at: y, below: -1, above: 0 } : { at: y, below: 0, above: 1 }),
}
