import type { LossTwin } from './loss.js'

/**
 * Infinitely many small steps from a mistake would end on the kink, where rounding decides whether a score of 0 is a
 * mistake again. So this takes one full step, like the Perceptron.
 */
export const perceptron: LossTwin = {
  value(z, y) {
    const m = y * z
    return m < 0 ? -m : 0
  },
  derivative(z, y) {
    return y * z <= 0 ? -y : 0
  },
  invariant(z, y, k) {
    return y * z <= 0 ? y * k : 0
  },
  kink: (y) => (y > 0 ? { at: 0, below: -1, above: 0 } : { at: 0, below: 0, above: 1 }),
}
