import { exp } from '@ol/numerics'

/**
 * Fills the probabilities of the classes of an example from `to` on, by the scores from `from` on. Independent classes:
 * the probability of each against the others, normalized; otherwise softmax, which orders the classes as the scores do,
 * and is calibrated for softmax loss alone. A score that is no number, of a class that diverged, gets 0. Twin:
 * native/core/mixture/class-probabilities.cc.
 */
export function classProbabilities(
  scores: Float64Array,
  from: number,
  classes: number,
  independent: boolean,
  out: Float64Array,
  to: number,
): void {
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
  for (let k = to; k < to + classes; k++) out[k] /= sum
}
