import { exp } from '../math/exp.js'
import { log, log1p } from '../math/log.js'
import type { LossTwin } from './loss.js'
import { saturation } from './squared.js'

// Past these scores e^z and its square would overflow.
function within(z: number): number {
  return z < -50 ? -50 : z > 50 ? 50 : z
}

export const poisson: LossTwin = {
  value(z, y) {
    const near = within(z)
    return exp(near) - y * near
  },
  derivative(z, y) {
    return exp(within(z)) - y
  },
  /** The score moves from z to -ln(e^-z e^-a + (1 - e^-a) / y), a = y k ppu; for y = 0 to -ln(e^-z + k ppu). */
  invariant(z, y, k, ppu) {
    const a = y * k * ppu
    const s = saturation(a)
    const rise = exp(within(z)) * (y > 0 ? s / y : k * ppu)
    return -(s > 0.5 ? log(exp(-a) + rise) : log1p(rise - s)) / ppu
  },
  kink: undefined,
}
