import type { LocatedBatch, Results, TargetBatch } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { type ClassWeights, countedClasses } from './class-weights.js'
import { holdsErrors, holdsLabels, LabelOutliers, newErrors } from './label-outliers.js'
import {
  LabelScale,
  type LaneMeasure,
  type ScaledLabels,
  scaledLabels,
  scalesOutside,
} from './label-scale.js'

/** A batch with its targets: the labels and weights that are learned. */
export interface PreparedBatch extends LocatedBatch {
  /** size: in their own unit; NaN: has none, or is excluded from learning */
  readonly labels: Float64Array
  /** size: the labels that are excluded from learning, NaN elsewhere; absent: none is */
  readonly excluded?: Float64Array | undefined
  /** size * lanes, for replicates: see `TargetBatch` */
  readonly laneWeights?: Float64Array | undefined
  /** the labels for the lanes, if these learn in units of the labels' spread */
  readonly scaled?: ScaledLabels | undefined
}

/** Returns a batch as the backend learns it. */
export function forBackend(prepared: PreparedBatch): TargetBatch {
  const { scaled, size, offsets, indices, values, weights, laneWeights, derived, ends } = prepared
  if (scaled === undefined) return prepared
  const { labels, units: labelUnits } = scaled
  // initial predictions are part of the scaled labels
  return { size, offsets, indices, values, labels, weights, laneWeights, labelUnits, derived, ends }
}

/**
 * Makes the targets of batches in one pass over their examples: weights times class weights, and labels without
 * outliers, in units of their spread. Each example is seen once, in order, so that nothing depends on batches.
 */
export class Targets {
  readonly #classWeights: ClassWeights | undefined
  /** excludes labels, and counts them and clipped errors */
  readonly outliers: LabelOutliers | undefined
  readonly scale: LabelScale | undefined

  /**
   * `measures`: of lane l the one at l modulo their number; `memory`: as stored in a model file, see `laneMemory`, from its end;
   * `Weights`: needed where classes have weights
   */
  constructor(
    settings: Settings,
    measures: readonly LaneMeasure[],
    memory: readonly Float64Array[] = [],
    Weights?: typeof ClassWeights,
  ) {
    const kept = [...memory]
    const last = (isKept: boolean): Float64Array | undefined => (isKept ? kept.pop() : undefined)
    const classSums = last(countedClasses(settings) > 0)
    const errorSums = last(holdsErrors(settings))
    const labelSums = last(holdsLabels(settings))
    const scaleSums = last(scalesOutside(settings))
    const { classWeight, lanes } = settings
    this.#classWeights =
      Weights && (classWeight === undefined ? undefined : new Weights(classWeight, settings, classSums))
    const errors = holdsErrors(settings) ? newErrors(lanes) : undefined
    errors?.set(errorSums ?? [])
    this.outliers = holdsLabels(settings) ? new LabelOutliers(measures, errors, labelSums) : undefined
    this.scale = scalesOutside(settings) ? new LabelScale(measures, scaleSums) : undefined
  }

  /** The arrays of a model file: see `laneMemory`. */
  get memory(): readonly Float64Array[] {
    return this.memoryOf()
  }

  /** Returns what the file of a model of some of the lanes stores; absent: of all. */
  memoryOf(lanes?: readonly number[]): readonly Float64Array[] {
    return [
      ...(this.scale === undefined ? [] : [this.scale.numbers]),
      ...(this.outliers?.memoryOf(lanes) ?? []),
      ...(this.#classWeights?.state ?? []),
    ]
  }

  /** Adds the new classes of these settings. */
  grow(settings: Settings): void {
    this.#classWeights?.grow(settings)
  }

  /** Returns a batch with the targets that are learned. */
  learned(batch: LocatedBatch): PreparedBatch {
    const { size, labels: given, weights: own, initial } = batch
    const [classWeights, outliers, scale] = [this.#classWeights, this.outliers, this.scale]
    if (classWeights === undefined && outliers === undefined && scale === undefined) return batch
    const weights = classWeights === undefined ? own : (own?.slice(0, size) ?? new Float64Array(size).fill(1))
    const scaled = scale && scaledLabels(size)
    let labels = given
    let excluded: Float64Array | undefined
    for (let e = 0; e < size; e++) {
      let label = given[e]
      let weight = weights === undefined ? 1 : weights[e]
      const start = initial === undefined ? 0 : initial[e]
      if (label === label && weight > 0) {
        if (classWeights !== undefined && weights !== undefined)
          weights[e] = weight = classWeights.next(label, weight)
        if (outliers?.isOutlier(label - start, weight) === true) {
          if (excluded === undefined) {
            excluded = new Float64Array(size).fill(Number.NaN)
            labels = given.slice()
          }
          excluded[e] = label
          labels[e] = label = Number.NaN
        }
      }
      if (scaled !== undefined) scale?.scale(scaled, e, label, start, weight)
    }
    return withTargets(batch, labels, weights, scaled, excluded)
  }

  /** Returns a batch with its targets for predictions only. */
  predicted(batch: LocatedBatch): PreparedBatch {
    const { size, labels, weights, initial } = batch
    const { scale } = this
    if (scale === undefined) return batch
    const scaled = scaledLabels(size)
    for (let e = 0; e < size; e++)
      scale.scale(scaled, e, labels[e], initial === undefined ? 0 : initial[e], 0)
    return withTargets(batch, labels, weights, scaled)
  }

  /** Converts the results of a batch, or of a slice of it, to the unit of the labels. */
  restore(prepared: PreparedBatch, results: Results, lanes: number): void {
    if (prepared.scaled !== undefined) this.scale?.restore(prepared.scaled, prepared, results, lanes)
  }

  /** Writes the losses of labels that were excluded. */
  measure(
    { size, excluded }: PreparedBatch,
    results: Pick<Results, 'predictions' | 'losses'>,
    lanes: number,
  ): void {
    if (excluded === undefined) return
    for (let e = 0; e < size; e++)
      if (excluded[e] === excluded[e]) this.outliers?.measure(excluded[e], results, e * lanes, lanes)
  }
}

function withTargets(
  { size, offsets, indices, values, initial, derived, ends }: LocatedBatch,
  labels: Float64Array,
  weights: Float64Array | undefined,
  scaled: ScaledLabels | undefined,
  excluded?: Float64Array,
): PreparedBatch {
  return { size, offsets, indices, values, initial, derived, ends, labels, weights, scaled, excluded }
}
