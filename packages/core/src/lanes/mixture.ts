import { exp, log, lossTwins } from '@ol/fallback'
import type { LossId } from '@ol/spec'
import type { ClipSetting } from '../settings.js'
import { squareScale } from './settings.js'

/*
 * Mixtures of the predictions of lanes, by exponential weights on the lanes' own progressive losses. For L lanes, with n
 * examples of weight at most h, the loss of the mixture is at most that of the best lane plus
 *
 * - logistic: h ln L. The mixture of the lanes' probabilities; log loss is mixable at rate 1.
 * - squared: h c R^2 / 2 ln L for c (z - y)^2, with R the range of predictions and labels. The aggregating algorithm
 *   (Vovk: Competitive On-line Statistics, 2001, section 2.4) at rate 2 / (c R^2).
 * - other convex losses, of differences between lanes of at most S: h S (sqrt(n ln L) + 16/3 ln L + 2). AdaHedge, which
 *   finds its rate itself (de Rooij, van Erven, Grunwald, Koolen: Follow the Leader If You Can, Hedge If You Must, 2014,
 *   theorem 8).
 *
 * docs/auto.md says what becomes of the bounds when weights, the range of labels or the number of lanes change.
 */

export type MixtureKind = 'log' | 'square' | 'hedge'

/** No weight falls below this times the largest: a lane that was hopeless for long can come back. */
const leastWeight = 1e-200

/** Lanes that mix with each other: those of one class, or all. */
export interface LaneGroup {
  readonly from: number
  readonly to: number
}

/** What a mixture knows beside its lanes: one number for each group, then these. */
const scalarNames = ['largestWeight', 'low', 'high', 'rounds'] as const
export const mixtureScalars: number = scalarNames.length

export function mixtureKind(loss: LossId): MixtureKind {
  return loss === 'logistic' ? 'log' : squareScale(loss) > 0 ? 'square' : 'hedge'
}

export class Mixture {
  readonly kind: MixtureKind
  readonly #loss: LossId
  readonly #lossParam: number
  /** whether low and high follow the labels */
  readonly #follows: boolean
  #groups: readonly LaneGroup[]
  /** log, square: the weight of each lane (of its group's largest); hedge: its loss */
  #evidence: Float64Array
  /** by how much each lane lay behind at the last inspection and the one before, in units of the log of its weight */
  #behind: readonly [last: Float64Array, before: Float64Array]
  /** hedge: the mixability gap of each group */
  readonly #gaps: Float64Array
  /** number of lanes that each group started with */
  readonly #started: number
  #largestWeight = 0
  #low = Number.POSITIVE_INFINITY
  #high = Number.NEGATIVE_INFINITY
  /** examples so far */
  rounds = 0
  readonly #p: Float64Array
  readonly #q: Float64Array

  constructor(
    loss: LossId,
    lossParam: number,
    clip: ClipSetting,
    groups: readonly LaneGroup[],
    started: number,
    state?: { readonly lanes: Float64Array; readonly scalars: Float64Array },
  ) {
    this.kind = mixtureKind(loss)
    this.#loss = loss
    this.#lossParam = lossParam
    this.#follows = typeof clip === 'string'
    this.#groups = groups
    this.#started = started
    const lanes = groups[groups.length - 1].to
    this.#p = new Float64Array(lanes)
    this.#q = new Float64Array(lanes)
    this.#gaps = new Float64Array(groups.length)
    this.#evidence = new Float64Array(lanes).fill(this.kind === 'hedge' ? 0 : 1)
    this.#behind = [new Float64Array(lanes), new Float64Array(lanes)]
    if (typeof clip !== 'string') {
      this.#low = clip[0]
      this.#high = clip[1]
    }
    if (state === undefined) return
    this.#evidence.set(state.lanes.subarray(0, lanes))
    this.#behind[0].set(state.lanes.subarray(lanes, 2 * lanes))
    this.#behind[1].set(state.lanes.subarray(2 * lanes))
    this.#gaps.set(state.scalars.subarray(0, groups.length))
    const [largestWeight, low, high, rounds] = state.scalars.subarray(groups.length)
    this.#largestWeight = largestWeight
    this.#low = low
    this.#high = high
    this.rounds = rounds
  }

  /** Three numbers a lane, each for all lanes: evidence, and how far behind it lay; and the scalars. */
  state(): { readonly lanes: Float64Array; readonly scalars: Float64Array } {
    const lanes = Float64Array.from([...this.#evidence, ...this.#behind[0], ...this.#behind[1]])
    const own = [this.#largestWeight, this.#low, this.#high, this.rounds]
    return { lanes, scalars: Float64Array.from([...this.#gaps, ...own]) }
  }

  /**
   * The score of the mixture of group g for the scores z[at + lane]; NaN are the scores of lanes that were dropped. It
   * is what `learn` would be measured by next.
   */
  predict(g: number, z: Float64Array, at: number): number {
    const { from, to } = this.#groups[g]
    const alone = this.#alone(g, z, at)
    if (alone >= 0) return z[at + alone]
    if (this.kind === 'log') return this.#predictLog(from, to, z, at)
    if (this.kind === 'square') return this.#predictSquare(from, to, z, at)
    const eta = this.#rate(g)
    const least = this.#leastLoss(from, to)
    let sum = 0
    let mean = 0
    for (let l = from; l < to; l++) {
      const w = this.#hedgeWeight(l, least, eta, z[at + l])
      if (w === 0) continue
      sum += w
      mean += w * z[at + l]
    }
    return mean / sum
  }

  /** The loss of a score. */
  lossOf(score: number, label: number): number {
    return lossTwins[this.#loss].value(score, label, this.#lossParam)
  }

  /** Moves the weights of group g by the losses of an example of weight h, after `predict` for the same scores. */
  learn(g: number, z: Float64Array, losses: Float64Array, at: number, label: number, h: number): void {
    if (h > this.#largestWeight) this.#outweigh(h)
    if (this.#alone(g, z, at) >= 0) {
      this.#drop(g, z, at)
      return
    }
    if (this.kind === 'log') this.#learnLog(g, z, losses, at, label, h / this.#largestWeight)
    else if (this.kind === 'square') this.#learnSquare(g, z, at, label, h / this.#largestWeight)
    else this.#learnHedge(g, z, losses, at, h)
  }

  /** Ends an example that was learned from. */
  see(label: number): void {
    if (!this.#follows || (label >= this.#low && label <= this.#high)) return
    const range = this.#high - this.#low
    if (label < this.#low) this.#low = label
    if (label > this.#high) this.#high = label
    // the rate falls with the range: weights are to be what it would have made of the same losses
    const ratio = range > 0 ? range / (this.#high - this.#low) : 0
    if (this.kind === 'square') this.#temper(ratio * ratio)
  }

  /** By how much each lane lies behind its group, in units of the logarithm of its weight; Infinity once dropped. */
  deficits(): Float64Array {
    const behind = new Float64Array(this.#evidence.length)
    this.#groups.forEach(({ from, to }, g) => {
      const weights = this.weights(g)
      let sum = 0
      for (let l = from; l < to; l++) sum += weights[l - from]
      for (let l = from; l < to; l++)
        behind[l] = weights[l - from] > 0 ? log(sum / weights[l - from]) : Number.POSITIVE_INFINITY
    })
    return behind
  }

  /** The weights of the lanes of a group, the largest 1. */
  weights(g: number): Float64Array {
    const { from, to } = this.#groups[g]
    if (this.kind !== 'hedge') return this.#evidence.slice(from, to)
    const eta = this.#rate(g)
    const least = this.#leastLoss(from, to)
    return Float64Array.from({ length: to - from }, (_, i) => this.#hedgeWeight(from + i, least, eta, 0))
  }

  /** The deficits of the last inspection and of the one before; from now on those of this one and the last. */
  inspect(deficits: Float64Array): readonly [last: Float64Array, before: Float64Array] {
    const known = this.#behind
    this.#behind = [deficits, known[0]]
    return known
  }

  /** Gives a lane up: its weight goes to the others. */
  giveUp(lane: number): void {
    this.#evidence[lane] = this.kind === 'hedge' ? Number.POSITIVE_INFINITY : 0
  }

  /** Keeps these lanes, of which each group has one, and leaves the others out. */
  select(lanes: readonly number[], groups: readonly LaneGroup[]): void {
    this.#evidence = Float64Array.from(lanes, (l) => this.#evidence[l])
    const [last, before] = this.#behind
    this.#behind = [Float64Array.from(lanes, (l) => last[l]), Float64Array.from(lanes, (l) => before[l])]
    this.#groups = groups
  }

  /** The one lane of the group that still learns; -1: there are several. */
  #alone(g: number, z: Float64Array, at: number): number {
    const { from, to } = this.#groups[g]
    let alone = -1
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score !== score) continue
      if (alone >= 0) return -1
      alone = l
    }
    return alone
  }

  /** Lanes without a score have no weight any more. */
  #drop(g: number, z: Float64Array, at: number): void {
    const { from, to } = this.#groups[g]
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score !== score) this.giveUp(l)
    }
  }

  #predictLog(from: number, to: number, z: Float64Array, at: number): number {
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
      one += this.#evidence[l] * p
      other += this.#evidence[l] * q
    }
    return one > 0 && other > 0 ? log(one / other) : z[at + this.#heaviest(from, to, z, at)]
  }

  #learnLog(g: number, z: Float64Array, losses: Float64Array, at: number, label: number, h: number): void {
    const { from, to } = this.#groups[g]
    const likelihood = label > 0 ? this.#p : this.#q
    const w = this.#evidence
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
    // where every likelihood is too small for a number, their ratios are not
    const relative = largest === 0
    for (let l = from; l < to; l++) {
      w[l] *= relative && w[l] > 0 ? exp(-h * (losses[at + l] - least)) : likelihood[l]
      if (relative && w[l] > largest) largest = w[l]
    }
    this.#scale(from, to, largest)
  }

  /** The score whose loss is at most the generalized one at both ends of the range. */
  #predictSquare(from: number, to: number, z: Float64Array, at: number): number {
    const low = this.#low
    const range = this.#high - low
    if (!(range > 0)) return z[at + this.#heaviest(from, to, z, at)]
    // in units of the range: c eta R^2 = 2
    let one = 0
    let other = 0
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score !== score) continue
      const u = (score - low) / range
      const w = this.#evidence[l]
      one += w * exp(-2 * (u * u))
      other += w * exp(-2 * ((1 - u) * (1 - u)))
    }
    return low + range * (0.5 + 0.25 * log(other / one))
  }

  #learnSquare(g: number, z: Float64Array, at: number, label: number, h: number): void {
    const { from, to } = this.#groups[g]
    const range = this.#high - this.#low
    if (!(range > 0)) {
      this.#drop(g, z, at)
      return
    }
    const y = label < this.#low ? 0 : label > this.#high ? 1 : (label - this.#low) / range
    const w = this.#evidence
    let largest = 0
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      const off = (score - this.#low) / range - y
      w[l] = score !== score ? 0 : w[l] * exp(-2 * h * (off * off))
      if (w[l] > largest) largest = w[l]
    }
    this.#scale(from, to, largest)
  }

  #learnHedge(g: number, z: Float64Array, losses: Float64Array, at: number, h: number): void {
    const { from, to } = this.#groups[g]
    const eta = this.#rate(g)
    const least = this.#leastLoss(from, to)
    let sum = 0
    let mean = 0
    let lowest = Number.POSITIVE_INFINITY
    for (let l = from; l < to; l++) {
      const w = this.#hedgeWeight(l, least, eta, z[at + l])
      if (w === 0) continue
      const loss = h * losses[at + l]
      if (loss < lowest) lowest = loss
      sum += w
      mean += w * loss
    }
    let mixed = 0
    for (let l = from; l < to; l++) {
      const w = this.#hedgeWeight(l, least, eta, z[at + l])
      if (w !== 0)
        mixed += w * (eta === Number.POSITIVE_INFINITY ? 0 : exp(-eta * (h * losses[at + l] - lowest)))
      const score = z[at + l]
      this.#evidence[l] += score !== score ? Number.POSITIVE_INFINITY : h * losses[at + l]
    }
    const gap = mean / sum - (eta === Number.POSITIVE_INFINITY ? lowest : lowest - log(mixed / sum) / eta)
    if (gap > 0) this.#gaps[g] += gap
  }

  #hedgeWeight(l: number, least: number, eta: number, score: number): number {
    const off = this.#evidence[l] - least
    if (score !== score || off === Number.POSITIVE_INFINITY) return 0
    if (off === 0) return 1
    return eta === Number.POSITIVE_INFINITY ? 0 : exp(-eta * off)
  }

  #rate(g: number): number {
    return this.#gaps[g] > 0 ? log(this.#started) / this.#gaps[g] : Number.POSITIVE_INFINITY
  }

  #leastLoss(from: number, to: number): number {
    let least = Number.POSITIVE_INFINITY
    for (let l = from; l < to; l++) if (this.#evidence[l] < least) least = this.#evidence[l]
    return least
  }

  #heaviest(from: number, to: number, z: Float64Array, at: number): number {
    let best = -1
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score === score && (best < 0 || this.#evidence[l] > this.#evidence[best])) best = l
    }
    return best
  }

  #scale(from: number, to: number, largest: number): void {
    const w = this.#evidence
    for (let l = from; l < to; l++) {
      if (w[l] === 0) continue
      const scaled = w[l] / largest
      w[l] = scaled < leastWeight ? leastWeight : scaled
    }
  }

  /** The rate falls with the largest weight of an example. */
  #outweigh(h: number): void {
    if (this.#largestWeight > 0 && this.kind !== 'hedge') this.#temper(this.#largestWeight / h)
    this.#largestWeight = h
  }

  /** Raises the weights to a power of at most 1: what a rate that much lower would have made of the same losses. */
  #temper(power: number): void {
    const w = this.#evidence
    for (let l = 0; l < w.length; l++) if (w[l] > 0) w[l] = exp(power * log(w[l]))
  }
}
