import type { LossTwin } from './loss.js'

/** Slope `up` below the label, `down` above it; never past the label. */
export function towards(z: number, y: number, up: number, down: number, ppu: number): number {
  const e = y - z
  const whole = e / ppu
  if (e > 0) return whole < up ? whole : up
  if (e < 0) return whole > -down ? whole : -down
  return 0
}

export const absolute: LossTwin = {
  value(z, y) {
    return z > y ? z - y : y - z
  },
  derivative(z, y) {
    return z > y ? 1 : z < y ? -1 : 0
  },
  invariant(z, y, k, ppu) {
    return towards(z, y, k, k, ppu)
  },
  kink: (y) => ({ at: y, below: -1, above: 1 }),
}
