import { log, lossTwins } from '@ol/numerics'
import {
  type ClipSetting,
  type LossEntry,
  type LossId,
  limits,
  losses,
  OLError,
  type StateRange,
  stateRanges,
} from '@ol/spec'
import type { Settings } from '../../options/settings.js'
import { boundedCount } from '../bounded-count.js'
import { HedgeMixture } from './hedge-mixture.js'
import { type Inspected, inspections } from './inspections.js'
import { LogMixture } from './log-mixture.js'
import { SquareMixture } from './square-mixture.js'
import type { LaneGroup, Weigher } from './weights.js'

/*
 * Mixtures of the predictions of lanes, by exponential weights on the lanes' own progressive losses. For L lanes, with n
 * examples of weight at most h, the loss of the mixture is at most that of the best lane plus
 *
 * - logistic: h ln L
 * - squared, c (z - y)^2: h c R^2 / 2 ln L, R the range of predictions and labels
 * - other convex losses, of differences between lanes of at most S: h S (sqrt(n ln L) + 16/3 ln L + 2)
 *
 * docs/auto.md has the bounds when weights, the range of labels or the number of lanes change.
 */

export type MixtureKind = LossEntry['mixture']

/** Numbers for each lane: the evidence, and its deficits at the last inspections. */
export const mixtureRows: number = 1 + inspections

/**
 * What a model file keeps: `mixtureRows` numbers a lane, each for all lanes; a number for each group, then the largest
 * weight, the smallest and largest label, and the examples so far.
 */
export interface MixtureState {
  readonly lanes: Float64Array
  readonly scalars: Float64Array
}

export function mixtureKind(loss: LossId): MixtureKind {
  return losses[loss].mixture
}

/** Where the numbers of a state lie: of each row of `lanes`, and of each of the scalars. */
export function mixtureRanges(
  { loss, clip }: Pick<Settings, 'loss' | 'clip'>,
  groups: number,
): { readonly lanes: readonly StateRange[]; readonly scalars: readonly StateRange[] } {
  const evidence: StateRange =
    mixtureKind(loss) === 'hedge'
      ? { min: -1e300, max: 1e300, also: Number.POSITIVE_INFINITY }
      : stateRanges.probability
  const behind: StateRange = { min: 0, max: Number.POSITIVE_INFINITY }
  const [low, high] =
    typeof clip === 'string'
      ? [stateRanges.smallestLabel, stateRanges.largestLabel]
      : clip.map((end) => ({ min: end, max: end }))
  return {
    lanes: [evidence, ...new Array<StateRange>(inspections).fill(behind)],
    scalars: [
      ...new Array<StateRange>(groups).fill(stateRanges.squareSum),
      { min: 0, max: limits.maxWeight },
      low,
      high,
      stateRanges.roundNumber,
    ],
  }
}

export class Mixture implements Inspected {
  readonly kind: MixtureKind
  readonly #loss: LossId
  readonly #lossParam: number
  readonly #weigher: Weigher
  /** low and high are those of the labels so far, or are given */
  readonly #labels: { low: number; high: number; readonly follow: boolean }
  #groups: readonly LaneGroup[]
  /** the deficit of each lane at the last inspections, in units of the log of its weight; the last first */
  #behind: readonly Float64Array[]
  #largestWeight = 0
  /** examples so far */
  rounds = 0

  /** `started`: number of lanes that each group started with */
  constructor(
    loss: LossId,
    lossParam: number,
    clip: ClipSetting,
    groups: readonly LaneGroup[],
    started: number,
    state?: MixtureState,
  ) {
    this.kind = mixtureKind(loss)
    this.#loss = loss
    this.#lossParam = lossParam
    this.#groups = groups
    const [low, high] = typeof clip === 'string' ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] : clip
    this.#labels = { low, high, follow: typeof clip === 'string' }
    this.#weigher =
      this.kind === 'log'
        ? new LogMixture(groups)
        : this.kind === 'square'
          ? new SquareMixture(groups, this.#labels)
          : new HedgeMixture(groups, started)
    const lanes = groups[groups.length - 1].to
    this.#behind = Array.from({ length: inspections }, () => new Float64Array(lanes))
    if (state !== undefined) this.#resume(state, lanes)
  }

  #resume({ lanes: rows, scalars }: MixtureState, lanes: number): void {
    this.#weigher.evidence.set(rows.subarray(0, lanes))
    this.#behind.forEach((row, i) => {
      row.set(rows.subarray((i + 1) * lanes, (i + 2) * lanes))
    })
    const groups = this.#groups.length
    this.#weigher.gaps.set(scalars.subarray(0, groups))
    const [largestWeight, low, high, rounds] = scalars.subarray(groups)
    this.#largestWeight = largestWeight
    this.#labels.low = low
    this.#labels.high = high
    this.rounds = rounds
    for (let g = 0; g < groups; g++) {
      if (this.weights(g).some((weight) => weight > 0)) continue
      const text = `The model is corrupt: no lane of class ${g + 1} has a weight in the mixture`
      throw new OLError('OL_MODEL_FORMAT', text, { value: g + 1 })
    }
  }

  state(): MixtureState {
    const { evidence, gaps } = this.#weigher
    const { low, high } = this.#labels
    return {
      lanes: Float64Array.from([evidence, ...this.#behind].flatMap((row) => [...row])),
      scalars: Float64Array.from([...gaps, this.#largestWeight, low, high, this.rounds]),
    }
  }

  /**
   * Returns the score of the mixture of group g for the scores z[at + lane]; a score of NaN is that of a pruned lane.
   * `learn` returns the same for the next example.
   */
  predict(g: number, z: Float64Array, at: number): number {
    const alone = this.#alone(g, z, at)
    return alone >= 0 ? z[at + alone] : this.#weigher.predict(g, z, at)
  }

  /** Returns the loss of a score. */
  lossOf(score: number, label: number): number {
    return lossTwins[this.#loss].value(score, label, this.#lossParam)
  }

  /** Updates the weights of group g by the losses of an example of weight h, after `predict` for the same scores. */
  learn(g: number, z: Float64Array, losses: Float64Array, at: number, label: number, h: number): void {
    if (h > this.#largestWeight) {
      // the rate falls with the largest weight of an example
      if (this.#largestWeight > 0) this.#weigher.slow(this.#largestWeight / h)
      this.#largestWeight = h
    }
    if (this.#alone(g, z, at) >= 0) this.#drop(g, z, at)
    else this.#weigher.learn(g, z, losses, at, label, this.kind === 'hedge' ? h : h / this.#largestWeight)
  }

  /** Counts examples that were learned from, or could have been. */
  count(examples: number): void {
    this.rounds = boundedCount(this.rounds + examples)
  }

  /** Ends an example that was learned from. */
  see(label: number): void {
    const labels = this.#labels
    if (!labels.follow || (label >= labels.low && label <= labels.high)) return
    const range = labels.high - labels.low
    if (label < labels.low) labels.low = label
    if (label > labels.high) labels.high = label
    // the rate falls with the range: convert the weights to what the lower rate would have given for the same losses
    const ratio = range > 0 ? range / (labels.high - labels.low) : 0
    if (this.kind === 'square') this.#weigher.slow(ratio * ratio)
  }

  /** Returns the weights of the lanes of a group, the largest 1. */
  weights(g: number): Float64Array {
    return this.#weigher.weights(g)
  }

  /** The deficit of each lane in its group, in units of the logarithm of its weight; Infinity once pruned. */
  deficits(): Float64Array {
    const behind = new Float64Array(this.#weigher.evidence.length)
    this.#groups.forEach(({ from, to }, g) => {
      const weights = this.weights(g)
      let sum = 0
      for (let l = from; l < to; l++) sum += weights[l - from]
      for (let l = from; l < to; l++)
        behind[l] = weights[l - from] > 0 ? log(sum / weights[l - from]) : Number.POSITIVE_INFINITY
    })
    return behind
  }

  /** Returns the deficits of the inspections so far, the last first, and stores these as the last. */
  inspect(deficits: Float64Array): readonly Float64Array[] {
    const known = this.#behind
    this.#behind = [deficits, ...known.slice(0, -1)]
    return known
  }

  /** Prunes a lane: the others share its weight. */
  prune(lane: number): void {
    this.#weigher.prune(lane)
  }

  /** Arranges the lanes: see `Weigher.select`. */
  select(lanes: readonly number[], groups: readonly LaneGroup[]): void {
    this.#weigher.select(lanes, groups)
    this.#behind = this.#behind.map((row) => Float64Array.from(lanes, (l) => row[l] ?? 0))
    this.#groups = groups
  }

  /** Returns the only lane of the group that still learns; -1: there are several. */
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

  /** Prunes lanes without a score. */
  #drop(g: number, z: Float64Array, at: number): void {
    const { from, to } = this.#groups[g]
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score !== score) this.prune(l)
    }
  }
}
