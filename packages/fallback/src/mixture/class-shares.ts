import { exp } from '@ol/numerics'

/**
 * Fills the shares of the classes, to which their probabilities are in proportion, from `to` on, by the scores from `from` on. Returns
 * their sum. A score that is no number, of a class that diverged, has none. Twin: native/core/mixture/class-shares.cc.
 */
export function classShares(
  scores: Float64Array,
  from: number,
  classes: number,
  independent: boolean,
  out: Float64Array,
  to: number,
): number {
  let largest = Number.NEGATIVE_INFINITY
  if (!independent)
    for (let k = 0; k < classes; k++) if (scores[from + k] > largest) largest = scores[from + k]
  let sum = 0
  for (let k = 0; k < classes; k++) {
    const z = scores[from + k]
    const share = z !== z ? 0 : independent ? 1 / (1 + exp(-z)) : exp(z - largest)
    out[to + k] = share
    sum += share
  }
  return sum
}
