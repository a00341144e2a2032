import { exp, log } from '@ol/numerics'
import { ruleOf } from '@ol/spec'
import { lanesOfEnsemble } from '../../options/ensemble-options.js'
import { autoRates } from '../../options/lane-options.js'
import type { Settings } from '../../options/settings.js'
import { RateWeigher } from './rate-weigher.js'

/**
 * Other convex losses: AdaHedge, which adapts its rate (de Rooij, van Erven, Grunwald, Koolen: Follow the Leader If
 * You Can, Hedge If You Must, 2014, theorem 8). The score is the mean of the scores.
 */
export class HedgeWeigher extends RateWeigher {
  /** AdaHedge adapts its own rate. */
  protected override readonly relative = false
  /** the number of lanes of a group, including pruned ones */
  readonly #experts: number

  /** `evidence`: the losses of the lanes so far; `gaps`: the mixability gap of each group */
  constructor(settings: Settings) {
    super(settings, 0)
    const ensemble = ruleOf(settings).ensemble !== undefined
    this.#experts = ensemble ? lanesOfEnsemble(settings) : autoRates.length
  }

  protected scoreOf(g: number, z: Float64Array, at: number): number {
    const { from, to } = this.groups[g]
    const eta = this.#rate(g)
    const least = this.#leastLoss(from, to)
    let sum = 0
    let mean = 0
    for (let l = from; l < to; l++) {
      const w = this.#weight(l, least, eta, z[at + l])
      if (w === 0) continue
      sum += w
      mean += w * z[at + l]
    }
    return mean / sum
  }

  protected weigh(
    g: number,
    z: Float64Array,
    losses: Float64Array,
    at: number,
    _label: number,
    h: number,
  ): void {
    const { from, to } = this.groups[g]
    const eta = this.#rate(g)
    const least = this.#leastLoss(from, to)
    let sum = 0
    let mean = 0
    let lowest = Number.POSITIVE_INFINITY
    for (let l = from; l < to; l++) {
      const w = this.#weight(l, least, eta, z[at + l])
      if (w === 0) continue
      const loss = h * losses[at + l]
      if (loss < lowest) lowest = loss
      sum += w
      mean += w * loss
    }
    let mixed = 0
    for (let l = from; l < to; l++) {
      const w = this.#weight(l, least, eta, z[at + l])
      if (w !== 0)
        mixed += w * (eta === Number.POSITIVE_INFINITY ? 0 : exp(-eta * (h * losses[at + l] - lowest)))
      const score = z[at + l]
      this.evidence[l] += score !== score ? Number.POSITIVE_INFINITY : h * losses[at + l]
    }
    const gap = mean / sum - (eta === Number.POSITIVE_INFINITY ? lowest : lowest - log(mixed / sum) / eta)
    if (gap > 0) this.gaps[g] += gap
  }

  weights(g: number): Float64Array {
    const { from, to } = this.groups[g]
    const eta = this.#rate(g)
    const least = this.#leastLoss(from, to)
    return Float64Array.from({ length: to - from }, (_, i) => this.#weight(from + i, least, eta, 0))
  }

  protected drop(lane: number): void {
    this.evidence[lane] = Number.POSITIVE_INFINITY
  }

  protected slow(): void {}

  #weight(l: number, least: number, eta: number, score: number): number {
    const off = this.evidence[l] - least
    if (score !== score || off === Number.POSITIVE_INFINITY) return 0
    if (off === 0) return 1
    return eta === Number.POSITIVE_INFINITY ? 0 : exp(-eta * off)
  }

  #rate(g: number): number {
    return this.gaps[g] > 0 ? log(this.#experts) / this.gaps[g] : Number.POSITIVE_INFINITY
  }

  #leastLoss(from: number, to: number): number {
    let least = Number.POSITIVE_INFINITY
    for (let l = from; l < to; l++) if (this.evidence[l] < least) least = this.evidence[l]
    return least
  }
}
