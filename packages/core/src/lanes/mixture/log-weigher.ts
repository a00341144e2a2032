import { exp, log } from '@ol/numerics'
import type { Settings } from '../../options/settings.js'
import { DirectWeigher } from './direct-weigher.js'

/** Logistic loss: the mean of the lanes' probabilities. Log loss is mixable at rate 1. */
export class LogWeigher extends DirectWeigher {
  /** by lane: the probabilities of 1 and of -1, from `scoreOf` for the `weigh` that follows */
  #p: Float64Array
  #q: Float64Array

  constructor(settings: Settings) {
    super(settings)
    this.#p = new Float64Array(settings.lanes)
    this.#q = new Float64Array(settings.lanes)
  }

  protected scoreOf(g: number, z: Float64Array, at: number): number {
    const { from, to } = this.groups[g]
    const w = this.evidence
    if (this.#p.length < w.length) {
      this.#p = new Float64Array(w.length)
      this.#q = new Float64Array(w.length)
    }
    let one = 0
    let other = 0
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score !== score) continue
      const e = exp(score > 0 ? -score : score)
      const likely = 1 / (1 + e)
      const p = score > 0 ? likely : e * likely
      const q = score > 0 ? e * likely : likely
      this.#p[l] = p
      this.#q[l] = q
      one += w[l] * p
      other += w[l] * q
    }
    return one > 0 && other > 0 ? log(one / other) : this.heaviest(this.groups[g], z, at)
  }

  protected weigh(
    g: number,
    z: Float64Array,
    losses: Float64Array,
    at: number,
    label: number,
    h: number,
  ): void {
    const { from, to } = this.groups[g]
    const likelihood = label > 0 ? this.#p : this.#q
    const w = this.evidence
    let largest = 0
    let least = Number.POSITIVE_INFINITY
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score !== score) {
        w[l] = 0
        likelihood[l] = 0
        continue
      }
      if (h !== 1) likelihood[l] = exp(-h * losses[at + l])
      const posterior = w[l] * likelihood[l]
      if (posterior > largest) largest = posterior
      if (w[l] > 0 && losses[at + l] < least) least = losses[at + l]
    }
    // even if every likelihood underflows, their ratios do not
    const relative = largest === 0
    for (let l = from; l < to; l++) {
      w[l] *= relative && w[l] > 0 ? exp(-h * (losses[at + l] - least)) : likelihood[l]
      if (relative && w[l] > largest) largest = w[l]
    }
    this.rescale(this.groups[g], largest)
  }
}
