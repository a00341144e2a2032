import type { LossTwin } from './loss.js'
import { saturation } from './squared.js'

/**
 * p is delta. The importance-aware step first moves at constant speed delta until the error is delta, and then like the
 * step of half the squared loss: two closed forms in sequence.
 */
export const huber: LossTwin = {
  value(z, y, p) {
    const e = z > y ? z - y : y - z
    return e <= p ? 0.5 * e * e : p * (e - 0.5 * p)
  },
  derivative(z, y, p) {
    const e = z - y
    return e > p ? p : e < -p ? -p : e
  },
  invariant(z, y, k, ppu, p) {
    const e = y - z
    const size = e < 0 ? -e : e
    const reach = k * ppu
    const past = size > p ? size - p : 0
    const straight = past / p
    const curved = (past + (size - past) * saturation(reach - straight)) / ppu
    const u = reach <= straight ? k * p : curved
    return e < 0 ? -u : u
  },
  kink: undefined,
}
