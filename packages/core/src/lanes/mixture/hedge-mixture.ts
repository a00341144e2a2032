import { exp, log } from '@ol/numerics'
import { type LaneGroup, resized, type Weigher } from './weights.js'

/**
 * Other convex losses: AdaHedge, which adapts its rate (de Rooij, van Erven, Grunwald, Koolen: Follow the Leader If
 * You Can, Hedge If You Must, 2014, theorem 8). The score is the mean of the scores.
 */
export class HedgeMixture implements Weigher {
  /** the losses of the lanes so far */
  evidence: Float64Array
  /** the mixability gap of each group */
  gaps: Float64Array
  #groups: readonly LaneGroup[]
  /** number of lanes that each group started with */
  readonly #started: number

  constructor(groups: readonly LaneGroup[], started: number) {
    this.#groups = groups
    this.#started = started
    this.evidence = new Float64Array(groups[groups.length - 1].to)
    this.gaps = new Float64Array(groups.length)
  }

  predict(g: number, z: Float64Array, at: number): number {
    const { from, to } = this.#groups[g]
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

  learn(g: number, z: Float64Array, losses: Float64Array, at: number, _label: number, h: number): void {
    const { from, to } = this.#groups[g]
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
    const { from, to } = this.#groups[g]
    const eta = this.#rate(g)
    const least = this.#leastLoss(from, to)
    return Float64Array.from({ length: to - from }, (_, i) => this.#weight(from + i, least, eta, 0))
  }

  prune(lane: number): void {
    this.evidence[lane] = Number.POSITIVE_INFINITY
  }

  select(lanes: readonly number[], groups: readonly LaneGroup[]): void {
    this.evidence = Float64Array.from(lanes, (l) => this.evidence[l] ?? 0)
    this.gaps = resized(this.gaps, groups.length)
    this.#groups = groups
  }

  /** AdaHedge adapts its own rate. */
  slow(): void {}

  #weight(l: number, least: number, eta: number, score: number): number {
    const off = this.evidence[l] - least
    if (score !== score || off === Number.POSITIVE_INFINITY) return 0
    if (off === 0) return 1
    return eta === Number.POSITIVE_INFINITY ? 0 : exp(-eta * off)
  }

  #rate(g: number): number {
    return this.gaps[g] > 0 ? log(this.#started) / this.gaps[g] : Number.POSITIVE_INFINITY
  }

  #leastLoss(from: number, to: number): number {
    let least = Number.POSITIVE_INFINITY
    for (let l = from; l < to; l++) if (this.evidence[l] < least) least = this.evidence[l]
    return least
  }
}
