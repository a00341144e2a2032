import { lossTwinOf } from '@ol/numerics'
import { type Batch, type Results, ruleOf, type StateRange, stateRanges } from '@ol/spec'
import type { Settings } from '../options/settings.js'

/** Where the numbers lie that a model file keeps of a label scale: see `LabelScale`. */
export const labelScaleRanges: readonly StateRange[] = [
  stateRanges.weightSum,
  stateRanges.anyLabel,
  stateRanges.squareSum,
  stateRanges.smallestLabel,
  stateRanges.largestLabel,
]

/** How the predictions of a lane are clipped and measured. */
type LaneMeasure = Pick<Settings, 'loss' | 'lossParams' | 'clip'>

/** Returns whether labels are scaled before a rule sees them; rules that standardize do it themselves. */
export function scalesOutside({ labelScale, rule }: Settings): boolean {
  return labelScale === 'spread' && ruleOf(rule).standardizes !== true
}

/** A batch with scaled labels, and the conversion of its results. */
export interface Scaled {
  readonly batch: Batch
  /** Converts scores and losses of all lanes to the unit of the labels. */
  restore(results: Results, lanes: number): void
}

/**
 * Standardizes real labels for the lanes: their distance from the mean of the labels so far, in units of their standard
 * deviation, so that rates have no unit and neither unit nor zero of the labels matters. An example is predicted with
 * the mean and the deviation before it, and learned with those that include its label, so that no label is larger than
 * the root of the number of examples. Initial predictions are subtracted from the labels and added to the scores.
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

  /** Scales a batch; with `learn` its labels update the scale. */
  scale(batch: Batch, learn: boolean): Scaled {
    const { size, initial, weights } = batch
    const at = (e: number): number => (initial === undefined ? 0 : initial[e])
    const labels = new Float64Array(size)
    const labelUnits = new Float64Array(size)
    /** mean, deviation, smallest and largest label before each example */
    const before = new Float64Array(4 * size)
    for (let e = 0; e < size; e++) {
      before[4 * e] = this.#numbers[1]
      before[4 * e + 1] = this.deviation
      before[4 * e + 2] = this.#numbers[3]
      before[4 * e + 3] = this.#numbers[4]
      const y = batch.labels[e]
      const w = weights === undefined ? 1 : weights[e]
      if (learn && y === y && w > 0) this.#see(y, y - at(e), w)
      const unit = this.deviation
      labelUnits[e] = unit > 0 ? unit : 1
      labels[e] = y !== y ? y : unit > 0 ? (y - at(e) - this.#numbers[1]) / unit : 0
    }
    return {
      batch: { ...batch, labels, labelUnits, initial: undefined },
      restore: (results, lanes) => this.#restore(batch, before, results, lanes),
    }
  }

  #see(label: number, off: number, w: number): void {
    const s = this.#numbers
    s[0] += w
    const distance = off - s[1]
    s[1] += (distance * w) / s[0]
    // rounding may leave the first label beside its own mean, to either side
    const square = w * distance * (off - s[1])
    if (square > 0) s[2] += square
    if (label < s[3]) s[3] = label
    if (label > s[4]) s[4] = label
  }

  #restore(
    { size, labels, initial }: Batch,
    before: Float64Array,
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
