import { lossTwinOf } from '@ol/numerics'
import { type Batch, type Results, type StateRange, stateRanges } from '@ol/spec'
import type { Settings } from '../options/settings.js'

/** Where the numbers lie that a model file keeps of far errors, each for all lanes: see `Plan.errors`. */
export const farErrorRanges: readonly StateRange[] = [stateRanges.squareSum, stateRanges.weightSum]

/** Where the numbers lie that a model file keeps of far labels: see `FarLabels`. */
export const farLabelRanges: readonly StateRange[] = [
  // whole numbers, but in a share of a model
  stateRanges.weightSum,
  stateRanges.weightSum,
  stateRanges.weightSum,
  stateRanges.anyLabel,
  stateRanges.squareSum,
]

/** Labels before one can be far from them. */
const fewest = 16
/** Standard deviations within which no label is far. */
const near = 8
/** The share of the squared distances so far past which a label is far. */
const share = 1 / 16

/** What the losses of a lane are. */
type LaneLoss = Pick<Settings, 'loss' | 'lossParams'>

/** Returns whether labels are held against those before them. */
export function holdsLabels({ outliers, labelScale }: Settings): boolean {
  return outliers !== 'keep' && labelScale === 'spread'
}

/** Returns whether errors are held against those before them. */
export function holdsErrors({ outliers }: Settings): boolean {
  return outliers === 'errors'
}

/** Returns what withholds far labels of a model, where that is done. `kept`: the last arrays that its file keeps of lanes */
export function farLabelsOf(settings: Settings, kept: readonly Float64Array[]): FarLabels | undefined {
  if (!holdsLabels(settings)) return undefined
  if (!holdsErrors(settings)) return new FarLabels([settings], undefined, kept.at(-1))
  const errors = newErrors(settings.lanes)
  errors.set(kept.at(-1) ?? [])
  return new FarLabels([settings], errors, kept.at(-2))
}

/** Returns the statistics of the errors of new lanes: see `Plan.errors`. */
export function newErrors(lanes: number): Float64Array {
  return new Float64Array(farErrorRanges.length * lanes + 1)
}

/** Returns what a model file stores of the statistics of errors: not how many there were since it was loaded. */
export function storedErrors(errors: Float64Array): Float64Array {
  return errors.slice(0, -1)
}

/**
 * Withholds labels that are far from those before them: such an example is predicted and counts in the loss, and no weight moves. A
 * label is far where its squared distance from the mean is more than a sixteenth of the sum of those so far, and more than
 * 8 standard deviations. It adds as much to that sum as there is at most, so that one that keeps coming is soon believed.
 */
export class FarLabels {
  readonly #measures: readonly LaneLoss[]
  /** The statistics of errors that the backend writes: see `Plan.errors`. */
  errors: Float64Array | undefined
  /** labels, those that were far, sum of weights, weighted mean, sum of weight * (label - mean)^2 */
  readonly #numbers: Float64Array

  /** `measures`: of lane l the one at l modulo their number; `errors`: see `Plan.errors`; `numbers`: as stored in a model file */
  constructor(measures: readonly LaneLoss[], errors: Float64Array | undefined, numbers?: Float64Array) {
    this.#measures = measures
    this.errors = errors
    this.#numbers = numbers?.slice() ?? new Float64Array(farLabelRanges.length)
  }

  /** What a model file stores: see `laneMemory`. */
  get memory(): readonly Float64Array[] {
    return [this.#numbers.slice(), ...(this.errors === undefined ? [] : [storedErrors(this.errors)])]
  }

  /** How many labels were far. */
  get count(): number {
    return Math.round(this.#numbers[1])
  }

  /** How many examples were learned as smaller errors since the model was made or loaded. */
  get errorCount(): number {
    return this.errors?.at(-1) ?? 0
  }

  /** Returns a batch that is learned from, without its far labels. */
  withhold(batch: Batch): Batch {
    const { size, weights, initial } = batch
    let labels: Float64Array | undefined
    for (let e = 0; e < size; e++) {
      const w = weights === undefined ? 1 : weights[e]
      const y = batch.labels[e]
      if (y !== y || !(w > 0)) continue
      if (this.#see(initial === undefined ? y : y - initial[e], w)) continue
      labels ??= batch.labels.slice()
      labels[e] = Number.NaN
    }
    return labels === undefined ? batch : { ...batch, labels }
  }

  /** Writes the losses of the labels that were withheld from a batch. */
  measure(
    batch: Batch,
    learned: Batch,
    results: Pick<Results, 'predictions' | 'losses'>,
    lanes: number,
  ): void {
    if (learned.labels === batch.labels) return
    for (let e = 0; e < batch.size; e++) {
      const y = batch.labels[e]
      if (y !== y || learned.labels[e] === learned.labels[e]) continue
      for (let l = 0, at = e * lanes; l < lanes; l++, at++) {
        const { loss, lossParams } = this.#measures[l % this.#measures.length]
        const z = results.predictions[at]
        results.losses[at] = z === z ? lossTwinOf(loss).value(z, y, lossParams[0] ?? 0) : Number.NaN
      }
    }
  }

  /** Adds a label to the statistics; false where it is far. */
  #see(label: number, w: number): boolean {
    const s = this.#numbers
    const far = this.#farthest()
    const away = label - s[3]
    const isFar = (away < 0 ? -away : away) > far
    const most = Math.max(far, Math.sqrt(s[4]))
    const off = !isFar || (away < 0 ? -away : away) <= most ? away : away < 0 ? -most : most
    s[0]++
    if (isFar) s[1]++
    s[2] += w
    const step = (off * w) / s[2]
    s[3] += step
    const square = w * off * (off - step)
    if (square > 0) s[4] += square
    return !isFar
  }

  /** The distance from the mean past which a label is far. */
  #farthest(): number {
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
  const all = (errors.length - 1) / farErrorRanges.length
  const kept = farErrorRanges.flatMap((_, j) => lanes.map((l) => errors[j * all + l]))
  return Float64Array.of(...kept, errors[errors.length - 1])
}
