import { exp } from '@ol/numerics'
import type { CalibrationBin } from './calibration.js'
import type { ScoreVisitor } from './score-bins.js'

const tenths = 10

/**
 * A reliability diagram of ten bins of equal weight, from the scores in descending order. An edge is the quantile of the
 * probabilities that `numpy.percentile` interpolates between their ranks, an example of weight w being w examples; equal
 * probabilities are in one bin, so that there may be fewer than ten.
 */
export class Deciles implements ScoreVisitor {
  readonly #probabilities: number[] = []
  readonly #weights: number[] = []
  readonly #positives: number[] = []

  add(score: number, negative: number, positive: number): void {
    this.#probabilities.push(1 / (1 + exp(-score)))
    this.#weights.push(negative + positive)
    this.#positives.push(positive)
  }

  bins(): readonly CalibrationBin[] {
    const edges = this.#edges()
    const made: CalibrationBin[] = []
    let k = this.#probabilities.length - 1
    for (let bin = 0; bin < tenths; bin++) {
      let weight = 0
      let probabilities = 0
      let positive = 0
      for (; k >= 0 && (bin === tenths - 1 || this.#probabilities[k] <= edges[bin + 1]); k--) {
        weight += this.#weights[k]
        probabilities += this.#weights[k] * this.#probabilities[k]
        positive += this.#positives[k]
      }
      if (weight === 0) continue
      const [meanProbability, positiveRate] = [probabilities / weight, positive / weight]
      made.push({ from: edges[bin], to: edges[bin + 1], weight, meanProbability, positiveRate })
    }
    return made
  }

  /** Returns the least probability, the quantiles 0.1, ..., 0.9, and the largest. */
  #edges(): number[] {
    const total = this.#weights.reduce((sum, weight) => sum + weight, 0)
    let k = this.#probabilities.length - 1
    let before = 0
    /** Returns the probability of this rank, from 0; ranks are requested in ascending order. */
    const at = (rank: number): number => {
      while (k > 0 && before + this.#weights[k] <= rank) before += this.#weights[k--]
      return this.#probabilities[k]
    }
    return Array.from({ length: tenths + 1 }, (_, i) => {
      const rank = Math.max(0, (i / tenths) * (total - 1))
      const low = at(Math.floor(rank))
      const [heldK, heldBefore] = [k, before]
      const high = at(Math.floor(rank) + 1)
      k = heldK
      before = heldBefore
      const part = rank - Math.floor(rank)
      return part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part)
    })
  }
}
