import { lossTwinOf } from '@ol/numerics'
import { type Results, type StateRange, stateRanges } from '@ol/spec'
import type { Settings } from '../options/settings.js'

/** The ranges of the numbers that a model file keeps of clipped errors, each for all lanes: see `Plan.errors`. */
export const clippedErrorRanges: readonly StateRange[] = [stateRanges.squareSum, stateRanges.weightSum]

/** The ranges of the numbers that a model file keeps of label outliers: see `LabelOutliers`. */
export const labelOutlierRanges: readonly StateRange[] = [
  // whole numbers, but in a share of a model
  stateRanges.weightSum,
  stateRanges.weightSum,
  stateRanges.weightSum,
  stateRanges.anyLabel,
  stateRanges.squareSum,
]

/** Labels before one can be an outlier. */
const fewest = 16
/** Standard deviations within which no label is an outlier. */
const near = 8
/** The share of the squared distances so far above which a label is an outlier. */
const share = 1 / 16

/** The losses of a lane. */
type LaneLoss = Pick<Settings, 'loss' | 'lossParams'>

/** Returns whether labels are compared with earlier ones. */
export function holdsLabels({ outliers, labelScale }: Settings): boolean {
  return outliers !== 'keep' && labelScale === 'spread'
}

/** Returns whether errors are compared with earlier ones. */
export function holdsErrors({ outliers }: Settings): boolean {
  return outliers === 'errors'
}

/** Returns the statistics of the errors of new lanes: see `Plan.errors`. */
export function newErrors(lanes: number): Float64Array {
  return new Float64Array(clippedErrorRanges.length * lanes + 1)
}

/** Returns what a model file stores of the statistics of errors, without the count since it was loaded. */
function storedErrors(errors: Float64Array): Float64Array {
  return errors.slice(0, -1)
}

/**
 * Excludes label outliers from learning: such an example is predicted and counts in the loss, but changes no weight. A
 * label is an outlier if its squared distance from the mean is more than a sixteenth of the sum of those so far, and
 * more than 8 standard deviations. It adds at most as much as that sum already has, so a repeated outlier is soon accepted.
 */
export class LabelOutliers {
  readonly #measures: readonly LaneLoss[]
  /** The statistics of errors that the backend writes: see `Plan.errors`. */
  errors: Float64Array | undefined
  /** the number of labels and of outliers, sum of weights, weighted mean, sum of weight * (label - mean)^2 */
  readonly #numbers: Float64Array

  /** `measures`: of lane l the one at l modulo their number; `errors`: see `Plan.errors`; `numbers`: as stored in a model file */
  constructor(measures: readonly LaneLoss[], errors: Float64Array | undefined, numbers?: Float64Array) {
    this.#measures = measures
    this.errors = errors
    this.#numbers = numbers?.slice() ?? new Float64Array(labelOutlierRanges.length)
  }

  /** Returns what the file of a model of these lanes stores, absent: of all; see `laneMemory`. */
  memoryOf(lanes?: readonly number[]): readonly Float64Array[] {
    const errors = lanes === undefined ? this.errors : selectErrors(this.errors, lanes)
    return [this.#numbers.slice(), ...(errors === undefined ? [] : [storedErrors(errors)])]
  }

  /** How many labels were outliers. */
  get count(): number {
    return Math.round(this.#numbers[1])
  }

  /** The number of examples with a clipped error since the model was created or loaded. */
  get errorCount(): number {
    return this.errors?.at(-1) ?? 0
  }

  /** Writes the losses of an example whose label was excluded from learning. */
  measure(
    label: number,
    { predictions, losses }: Pick<Results, 'predictions' | 'losses'>,
    at: number,
    lanes: number,
  ): void {
    for (let l = 0; l < lanes; l++) {
      const { loss, lossParams } = this.#measures[l % this.#measures.length]
      const z = predictions[at + l]
      losses[at + l] = z === z ? lossTwinOf(loss).value(z, label, lossParams[0] ?? 0) : Number.NaN
    }
  }

  /** Returns whether a label, of an example of positive weight, is an outlier among those before it; it counts from now on. */
  isOutlier(label: number, w: number): boolean {
    const s = this.#numbers
    const limit = this.#limit()
    const away = label - s[3]
    const isOutlier = (away < 0 ? -away : away) > limit
    const most = Math.max(limit, Math.sqrt(s[4]))
    const off = !isOutlier || (away < 0 ? -away : away) <= most ? away : away < 0 ? -most : most
    s[0]++
    if (isOutlier) s[1]++
    s[2] += w
    const step = (off * w) / s[2]
    s[3] += step
    const square = w * off * (off - step)
    if (square > 0) s[4] += square
    return isOutlier
  }

  /** The distance from the mean beyond which a label is an outlier. */
  #limit(): number {
    const [count, , weight, , squares] = this.#numbers
    if (count < fewest || !(squares > 0)) return Number.POSITIVE_INFINITY
    const factor = share * count > near * near ? share * count : near * near
    return Math.sqrt(factor * (squares / weight))
  }
}

/** Returns the statistics of the errors of some lanes. */
export function selectErrors(
  errors: Float64Array | undefined,
  lanes: readonly number[],
): Float64Array | undefined {
  if (errors === undefined) return undefined
  const all = (errors.length - 1) / clippedErrorRanges.length
  const kept = clippedErrorRanges.flatMap((_, j) => lanes.map((l) => errors[j * all + l]))
  return Float64Array.of(...kept, errors[errors.length - 1])
}
