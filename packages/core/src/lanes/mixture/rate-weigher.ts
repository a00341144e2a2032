import { log, lossTwins } from '@ol/numerics'
import {
  engineScalars,
  type LossEntry,
  type LossId,
  limits,
  losses,
  OLError,
  ruleOf,
  type StateRange,
  stateRanges,
  type Table,
} from '@ol/spec'
import { withLanes, withModels } from '../../options/lane-options.js'
import type { Settings } from '../../options/settings.js'
import { ownFinalizing, settle } from '../finalize.js'
import { type Inspections, inspections } from './inspections.js'
import { groupsOf, type LaneGroup } from './lane-groups.js'
import type { Combining, LanesLeft, LaneTurns, Weigher } from './weigher.js'

/*
 * Mixtures of the predictions of lanes, by exponential weights on the lanes' own progressive losses. For L lanes, with
 * n examples of weight at most h, the loss of the mixture is at most the best lane's plus
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

/** The lane that an untrained one comes from: see `RateWeigher.arrange`. */
const newLane = -1

export function mixtureKind(loss: LossId): MixtureKind {
  return losses[loss].mixture
}

/** The ranges of a state's numbers: for each row of the lanes, and for each scalar. */
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

/** Weighs learning rates, separately for each class; a lane whose score is NaN was pruned and has no weight. */
export abstract class RateWeigher implements Weigher {
  /** by lane */
  protected evidence: Float64Array
  /** by group */
  protected gaps: Float64Array
  protected groups: readonly LaneGroup[]
  /** the range of labels so far, or as given */
  protected readonly labels: { low: number; high: number; readonly follow: boolean }
  #settings: Settings
  readonly #untrained: number
  #largestWeight = 0

  /** `untrained`: the evidence of a lane before the first example */
  constructor(settings: Settings, untrained: number) {
    const { clip } = settings
    const [low, high] = typeof clip === 'string' ? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] : clip
    this.#settings = settings
    this.#untrained = untrained
    this.labels = { low, high, follow: typeof clip === 'string' }
    this.groups = groupsOf(settings)
    this.evidence = new Float64Array(settings.lanes).fill(untrained)
    this.gaps = new Float64Array(this.groups.length)
  }

  /** Returns the score of the mixture of group g for the scores z[at + lane]; at least two lanes have one. */
  protected abstract scoreOf(g: number, z: Float64Array, at: number): number
  /** Updates the weights of group g by the losses of an example of weight h, after `scoreOf` for the same scores. */
  protected abstract weigh(
    g: number,
    z: Float64Array,
    losses: Float64Array,
    at: number,
    label: number,
    h: number,
  ): void
  abstract weights(g: number): Float64Array
  /** Takes a lane's weight; the others share it. */
  protected abstract drop(lane: number): void
  /** Lowers the rate to this share. */
  protected abstract slow(share: number): void
  /** whether the weight of an example counts in units of the largest so far, because the rate falls with that */
  protected readonly relative: boolean = true

  /** Continues from the arrays of a model file: OL_MODEL_FORMAT if a class has no lane with a weight. */
  resume([rows, scalars]: readonly Float64Array[]): void {
    this.evidence.set(rows.subarray(0, this.evidence.length))
    const groups = this.groups.length
    this.gaps.set(scalars.subarray(0, groups))
    const [largestWeight, low, high] = scalars.subarray(groups)
    this.#largestWeight = largestWeight
    this.labels.low = low
    this.labels.high = high
    for (let g = 0; g < groups; g++) {
      if (this.weights(g).some((weight) => weight > 0)) continue
      const text = `The model is corrupt: no lane of class ${g + 1} has a weight in the mixture`
      throw new OLError('OL_MODEL_FORMAT', text, { value: g + 1 })
    }
  }

  /**
   * `mixtureRows` numbers for each lane; then one number for each group, the largest weight, the range of the labels,
   * the examples so far.
   */
  stored(inspected: Inspections): readonly Float64Array[] {
    const { low, high } = this.labels
    return [
      Float64Array.from([this.evidence, ...inspected.deficits].flatMap((row) => [...row])),
      Float64Array.from([...this.gaps, this.#largestWeight, low, high, inspected.rounds]),
    ]
  }

  combine({ size, scores: z, losses = z, labels, weights, moves }: LaneTurns, combining: Combining): void {
    const { outcome, from, before } = combining
    const { classes, loss, lanes } = this.#settings
    const { scores, predictions } = outcome
    const groups = this.groups.length
    for (let e = 0; e < size; e++) {
      const to = from + e
      const label = labels[e]
      const at = e * lanes
      let lossSum = 0
      for (let g = 0; g < groups; g++) {
        const y = classes === undefined ? label : g === label ? 1 : -1
        const score = this.predict(g, z, at)
        lossSum += label === label ? this.lossOf(score, y) : Number.NaN
        if (moves[e] === 1) this.learn(g, z, losses, at, y, weights === undefined ? 1 : weights[e])
        if (scores === undefined) predictions[to] = score
        else scores[to * groups + g] = score
      }
      if (moves[e] === 1) this.see(label)
      outcome.losses[to] = lossSum / groups
    }
    settle(ownFinalizing, loss, { size, from, before, labels }, outcome)
  }

  /**
   * Returns the score of the mixture of group g for the scores z[at + lane]; a score of NaN marks a pruned lane.
   * `learn` returns the same for the next example.
   */
  predict(g: number, z: Float64Array, at: number): number {
    const alone = this.#alone(g, z, at)
    return alone >= 0 ? z[at + alone] : this.scoreOf(g, z, at)
  }

  /** Returns the loss of a score. */
  lossOf(score: number, label: number): number {
    const { loss, lossParams } = this.#settings
    return lossTwins[loss].value(score, label, lossParams[0] ?? 0)
  }

  /** Updates the weights of group g by the losses of an example of weight h, after `predict` for the same scores. */
  learn(g: number, z: Float64Array, losses: Float64Array, at: number, label: number, h: number): void {
    if (h > this.#largestWeight) {
      // the rate falls with the largest weight of an example
      if (this.#largestWeight > 0) this.slow(this.#largestWeight / h)
      this.#largestWeight = h
    }
    if (this.#alone(g, z, at) >= 0) this.#dropUnscored(g, z, at)
    else this.weigh(g, z, losses, at, label, this.relative ? h / this.#largestWeight : h)
  }

  /** Ends an example that was learned from. */
  see(label: number): void {
    const { labels } = this
    if (!labels.follow || (label >= labels.low && label <= labels.high)) return
    const range = labels.high - labels.low
    if (label < labels.low) labels.low = label
    if (label > labels.high) labels.high = label
    this.rangeGrew(range > 0 ? range / (labels.high - labels.low) : 0)
  }

  /** Called when the range of labels has grown; `ratio`: the range before to the range now. */
  protected rangeGrew(_ratio: number): void {}

  deficits(): Float64Array {
    const behind = new Float64Array(this.evidence.length)
    this.groups.forEach(({ from, to }, g) => {
      const weights = this.weights(g)
      let sum = 0
      for (let l = from; l < to; l++) sum += weights[l - from]
      for (let l = from; l < to; l++)
        behind[l] = weights[l - from] > 0 ? log(sum / weights[l - from]) : Number.POSITIVE_INFINITY
    })
    return behind
  }

  linear(): undefined {
    return undefined
  }

  /** Also records in the table after how many examples a lane was pruned, if other lanes remain. */
  prune(
    candidates: readonly number[],
    { rounds }: Inspections,
    settings: Settings,
    { scalars }: Pick<Table, 'scalars'>,
  ): LanesLeft {
    const dropped = engineScalars.length + ruleOf(settings).scalars.length
    for (const l of candidates) {
      if (scalars[dropped + l] !== 0) continue
      this.drop(l)
      if (settings.lanes > 1) scalars[dropped + l] = rounds
    }
    const lanes = Array.from({ length: settings.lanes }, (_, l) => l).filter(
      (l) => scalars[dropped + l] === 0,
    )
    return { lanes, kept: lanes, settings: withModels(withLanes(settings, lanes), lanes) }
  }

  selected(kept: readonly number[], settings: Settings): this {
    return this.#arrange(kept, settings)
  }

  grown(settings: Settings): this {
    const known = this.evidence.length
    return this.#arrange(
      Array.from({ length: settings.lanes }, (_, l) => (l < known ? l : newLane)),
      settings,
    )
  }

  /** Arranges the lanes, at least one of each group: each from another place, or untrained (`newLane`). */
  #arrange(lanes: readonly number[], settings: Settings): this {
    this.#settings = settings
    this.groups = groupsOf(settings)
    this.evidence = Float64Array.from(lanes, (l) => this.evidence[l] ?? this.#untrained)
    this.gaps = Float64Array.from(this.groups, (_, g) => this.gaps[g] ?? 0)
    return this
  }

  /** Returns the only lane of the group that still learns; -1: there are several. */
  #alone(g: number, z: Float64Array, at: number): number {
    const { from, to } = this.groups[g]
    let alone = -1
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score !== score) continue
      if (alone >= 0) return -1
      alone = l
    }
    return alone
  }

  #dropUnscored(g: number, z: Float64Array, at: number): void {
    const { from, to } = this.groups[g]
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score !== score) this.drop(l)
    }
  }
}
