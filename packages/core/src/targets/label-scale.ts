import { lossTwinOf } from '@ol/numerics'
import { type Results, ruleOf, type StateRange, stateRanges, type TargetBatch } from '@ol/spec'
import type { Settings } from '../options/settings.js'

/** The ranges of the numbers that a model file keeps of a label scale: see `LabelScale`. */
export const labelScaleRanges: readonly StateRange[] = [
  stateRanges.weightSum,
  stateRanges.anyLabel,
  stateRanges.squareSum,
  stateRanges.smallestLabel,
  stateRanges.largestLabel,
]

/** How the predictions of a lane are clipped and measured. */
export type LaneMeasure = Pick<Settings, 'loss' | 'lossParams' | 'clip'>

/** Returns whether labels are scaled before a rule sees them; rules that standardize do it themselves. */
export function scalesOutside(settings: Settings): boolean {
  return settings.labelScale === 'spread' && ruleOf(settings).standardizes !== true
}

/** Labels in units of their spread. */
export interface ScaledLabels {
  /** size: the distance from the mean minus the initial prediction, in units of the deviation */
  readonly labels: Float64Array
  /** size: the unit of each */
  readonly units: Float64Array
  /** 4 * size: mean, deviation, smallest and largest label before each example */
  readonly before: Float64Array
}

/** Returns empty arrays for `size` labels. */
export function scaledLabels(size: number): ScaledLabels {
  return { labels: new Float64Array(size), units: new Float64Array(size), before: new Float64Array(4 * size) }
}

/** Returns the labels of examples from .. to, on their arrays. */
export function scaledSlice({ labels, units, before }: ScaledLabels, from: number, to: number): ScaledLabels {
  return {
    labels: labels.subarray(from, to),
    units: units.subarray(from, to),
    before: before.subarray(4 * from, 4 * to),
  }
}

/**
 * Standardizes real labels for the lanes: their distance from the mean of the labels so far, in units of their standard
 * deviation, so that rates have no unit, and neither the unit nor the zero of the labels matters. An example is
 * predicted with the mean and the deviation before it, and learned with the ones that include its label, so no scaled
 * label is larger than the root of the number of examples. Initial predictions are subtracted from the labels and added
 * to the scores.
 */
export class LabelScale {
  readonly #measures: readonly LaneMeasure[]
  /** sum of weights, weighted mean, sum of weight * (label - mean)^2, smallest, largest label */
  readonly #numbers: Float64Array

  /** `measures`: of lane l the one at l modulo their number; `numbers`: as stored in a model file */
  constructor(measures: readonly LaneMeasure[], numbers?: Float64Array) {
    this.#measures = measures
    this.#numbers =
      numbers?.slice() ?? Float64Array.of(0, 0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)
  }

  get numbers(): Float64Array {
    return this.#numbers.slice()
  }

  /** The mean of the labels so far, less their initial predictions; 0 before the first. */
  get mean(): number {
    return this.#numbers[1]
  }

  /** The standard deviation of the labels so far: the unit of the lanes' weights; 0 before two of them differ. */
  get deviation(): number {
    const s = this.#numbers
    return s[0] > 0 ? Math.sqrt(s[2] / s[0]) : 0
  }

  /** Scales the label of example e, less its initial prediction; with `weight` > 0 it updates the scale before. */
  scale(into: ScaledLabels, e: number, label: number, initial: number, weight: number): void {
    const s = this.#numbers
    into.before[4 * e] = s[1]
    into.before[4 * e + 1] = this.deviation
    into.before[4 * e + 2] = s[3]
    into.before[4 * e + 3] = s[4]
    if (label === label && weight > 0) this.#see(label, label - initial, weight)
    const unit = this.deviation
    into.units[e] = unit > 0 ? unit : 1
    into.labels[e] = label !== label ? label : unit > 0 ? (label - initial - s[1]) / unit : 0
  }

  #see(label: number, off: number, w: number): void {
    const s = this.#numbers
    s[0] += w
    const distance = off - s[1]
    s[1] += (distance * w) / s[0]
    // rounding may leave the first label next to its own mean, to either side
    const square = w * distance * (off - s[1])
    if (square > 0) s[2] += square
    if (label < s[3]) s[3] = label
    if (label > s[4]) s[4] = label
  }

  /** Converts scores and losses of all lanes to the unit of the labels. */
  restore(
    { before }: ScaledLabels,
    { size, labels, initial }: Pick<TargetBatch, 'size' | 'labels' | 'initial'>,
    { predictions, losses: own }: Results,
    lanes: number,
  ): void {
    const measures = this.#measures
    for (let l = 0; l < lanes; l++) {
      const { loss, lossParams, clip } = measures[l % measures.length]
      const twin = lossTwinOf(loss)
      const param = lossParams[0] ?? 0
      for (let e = 0; e < size; e++) {
        const unit = before[4 * e + 1]
        const low = typeof clip === 'string' ? before[4 * e + 2] : clip[0]
        const high = typeof clip === 'string' ? before[4 * e + 3] : clip[1]
        const kept = clip !== 'none' && low <= high
        const start = before[4 * e] + (initial === undefined ? 0 : initial[e])
        const at = e * lanes + l
        const score = start + unit * predictions[at]
        const z = !kept ? score : score < low ? low : score > high ? high : score
        predictions[at] = z
        own[at] = labels[e] === labels[e] && z === z ? twin.value(z, labels[e], param) : Number.NaN
      }
    }
  }
}
