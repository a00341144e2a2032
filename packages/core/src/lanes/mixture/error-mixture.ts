import { exp, log } from '@ol/numerics'
import type { MixingTurns } from '@ol/spec'
import type { EnsembleMixture, LinearMixture, Shape, Trial } from './ensemble-mixture.js'

/**
 * Mixes the numbers that lanes predict: weights C^(-n/2), C the sum of squared errors of a lane over n examples. This is the
 * posterior of lanes with Gaussian errors of unknown variance.
 */
export class ErrorMixture implements EnsembleMixture {
  readonly #lanes: number
  /** by lane: the sum of its squared errors */
  readonly #errors: Float64Array
  /** weight of the examples from the first error on; examples so far */
  readonly #sums: Float64Array
  readonly #weights: Float64Array
  readonly #last: Float64Array
  readonly #prior: Float64Array | undefined
  /** what is left of earlier errors at each example */
  readonly #kept: number

  constructor({ lanes, prior, fading = 0 }: Shape, state?: readonly Float64Array[]) {
    this.#lanes = lanes
    this.#prior = prior
    this.#kept = 1 - fading
    this.#errors = state?.[0].slice() ?? new Float64Array(lanes)
    this.#sums = state?.[1].slice() ?? new Float64Array(2)
    this.#weights = new Float64Array(lanes)
    this.#last = new Float64Array(lanes)
    this.#weigh()
  }

  get state(): readonly Float64Array[] {
    return [this.#errors.slice(), this.#sums.slice()]
  }

  answer({ size, scores, labels, weights, moves }: MixingTurns, out: Float64Array, trial?: Trial): void {
    for (let e = 0; e < size; e++) {
      this.#predict(scores, e * this.#lanes, out, e)
      if (moves[e] !== 1) continue
      const h = weights === undefined ? 1 : weights[e]
      if (trial !== undefined) {
        trial.lost[0] += h * this.#lostWithout(undefined, labels[e])
        trial.lost[1] += h * this.#lostWithout(trial.skipped, labels[e])
      }
      this.#learn(labels[e], h)
    }
  }

  #predict(scores: Float64Array, at: number, out: Float64Array, to: number): void {
    let sum = 0
    let mean = 0
    for (let l = 0; l < this.#lanes; l++) {
      const score = scores[at + l]
      this.#last[l] = score
      // a lane that diverged predicts nothing
      if (score !== score) continue
      sum += this.#weights[l]
      mean += this.#weights[l] * score
    }
    out[to] = mean / sum
  }

  #learn(label: number, h: number): void {
    const s = this.#sums
    s[1]++
    // before the first label there was nothing to predict from
    if (s[1] === 1) return
    let any = false
    for (let l = 0; l < this.#lanes; l++) {
      const off = this.#last[l] - label
      if (this.#kept !== 1) this.#errors[l] *= this.#kept
      this.#errors[l] += off !== off ? Number.POSITIVE_INFINITY : h * (off * off)
      if (this.#errors[l] > 0) any = true
    }
    if (any) s[0] = (this.#kept === 1 ? s[0] : s[0] * this.#kept) + h
    this.#weigh()
  }

  weights(): Float64Array {
    return this.#weights.slice()
  }

  linear(): LinearMixture {
    return { factors: this.weights(), offsets: new Float64Array(1) }
  }

  /** The squared error of the last prediction, of the lanes that are not skipped. */
  #lostWithout(skipped: Float64Array | undefined, label: number): number {
    let sum = 0
    let mean = 0
    for (let l = 0; l < this.#lanes; l++) {
      const score = this.#last[l]
      if (score !== score || skipped?.[l] === 1) continue
      sum += this.#weights[l]
      mean += this.#weights[l] * score
    }
    return (mean / sum - label) ** 2
  }

  deficits(): Float64Array {
    const least = this.#errors.reduce((a, b) => (b < a ? b : a))
    return this.#errors.map((error) => {
      if (error === least) return 0
      return least > 0 ? 0.5 * this.#sums[0] * log(error / least) : Number.POSITIVE_INFINITY
    })
  }

  selected(lanes: readonly number[]): readonly Float64Array[] {
    return [Float64Array.from(lanes, (l) => this.#errors[l]), this.#sums.slice()]
  }

  #weigh(): void {
    let least = Number.POSITIVE_INFINITY
    for (let l = 0; l < this.#lanes; l++) if (this.#errors[l] < least) least = this.#errors[l]
    let sum = 0
    for (let l = 0; l < this.#lanes; l++) {
      const error = this.#errors[l]
      this.#weights[l] = error === least ? 1 : least > 0 ? exp(-0.5 * this.#sums[0] * log(error / least)) : 0
      if (this.#prior !== undefined) this.#weights[l] *= this.#prior[l]
      sum += this.#weights[l]
    }
    for (let l = 0; l < this.#lanes; l++) this.#weights[l] /= sum
  }
}
