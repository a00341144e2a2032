import { exp, log } from '@ol/numerics'
import { calibrationSize } from '@ol/spec'
import { intervalNames } from '../intervals/interval-names.js'
import { groupsOf } from '../lanes/mixture/lane-groups.js'
import { mixtureKind, mixtureRows } from '../lanes/mixture/rate-weigher.js'
import { shapeOf } from '../lanes/mixture/weigher.js'
import { isCombined } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import { refinementNames } from '../refine/refinement-names.js'
import { mergedMoments } from './scalars.js'

type Arrays = readonly Float64Array[]

/**
 * How each array besides the table is merged, by its name in the model file; the others are sums.
 */
const merges: Readonly<
  Record<string, (all: Arrays, settings: Settings, weights: readonly number[]) => Float64Array>
> = {
  label_scale: mergedLabels,
  far_labels: mergedLabelOutliers,
  mixture: mergedMixture,
  mixture_scalars: mergedMixtureScalars,
  calibration: mergedCalibration,
  // survival starts afresh
  mixture_rounds: afresh,
  mixture_behind: afresh,
  ...Object.fromEntries(refinementNames.map((name) => [name, heaviest])),
  ...Object.fromEntries(intervalNames.curve.map((name) => [name, heaviest])),
  interval_deviation: mean,
  interval_levels: mergedThresholds,
}

/** Returns the merged array of this name; `weights`: the weight of each model's examples. */
export function mergedArray(
  name: string,
  all: Arrays,
  settings: Settings,
  weights: readonly number[],
): Float64Array {
  return (merges[name] ?? added)(all, settings, weights)
}

/** Returns element i of the mean of arrays, by the weights of the models. */
function meanAt(all: Arrays, weights: readonly number[], i: number): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return all[0][i]
  return all.reduce((sum, array, k) => sum + array[i] * (weights[k] / total), 0)
}

/** The array of the model that learned from the most examples, the first of equal ones, because curves have no sum. */
function heaviest(all: Arrays, _settings: Settings, weights: readonly number[]): Float64Array {
  return all[weights.indexOf(Math.max(...weights))]
}

function mean(all: Arrays, _settings: Settings, weights: readonly number[]): Float64Array {
  return all[0].map((_, i) => meanAt(all, weights, i))
}

/** The means of the thresholds, and the sums of their counts. */
function mergedThresholds(all: Arrays, settings: Settings, weights: readonly number[]): Float64Array {
  const [thresholds, held] = [mean(all, settings, weights), added(all)]
  return held.map((sum, i) => (i < (2 * held.length) / 3 ? thresholds[i] : sum))
}

function afresh([first]: Arrays): Float64Array {
  return new Float64Array(first.length)
}

function added(all: Arrays): Float64Array {
  return all[0].map((_, i) => all.reduce((sum, array) => sum + array[i], 0))
}

/** Weight, mean and squares of the labels, the smallest, the largest. */
function mergedLabels(all: Arrays): Float64Array {
  return Float64Array.of(
    ...mergedMoments(all.map(([weight, mean, squares]) => [weight, mean, squares])),
    Math.min(...all.map((array) => array[3])),
    Math.max(...all.map((array) => array[4])),
  )
}

/** The number of labels and of outliers among them, then weight, mean and squares. */
function mergedLabelOutliers(all: Arrays): Float64Array {
  const [labels, outliers] = added(all)
  return Float64Array.of(
    labels,
    outliers,
    ...mergedMoments(all.map(([, , weight, mean, squares]) => [weight, mean, squares])),
  )
}

/** The evidence of all models together. The findings of the last inspections no longer apply: survival starts again. */
function mergedMixture(all: Arrays, settings: Settings, weights: readonly number[]): Float64Array {
  if (isCombined(settings)) return mergedEnsemble(all, settings, weights)
  const lanes = all[0].length / mixtureRows
  const merged = new Float64Array(all[0].length)
  const evidence = merged.subarray(0, lanes)
  if (mixtureKind(settings.loss) === 'hedge') {
    for (let l = 0; l < lanes; l++) evidence[l] = all.reduce((sum, array) => sum + array[l], 0)
    return merged
  }
  // weights, the largest of each group 1
  for (const { from, to } of groupsOf(settings)) multiply(all, from, to, evidence)
  return merged
}

/** The products of weights, the largest 1; a weight of 0 marks a lane that was dropped. */
function multiply(all: Arrays, from: number, to: number, out: Float64Array): void {
  let largest = Number.NEGATIVE_INFINITY
  for (let l = from; l < to; l++) {
    out[l] = all.reduce((sum, array) => sum + (array[l] > 0 ? log(array[l]) : Number.NEGATIVE_INFINITY), 0)
    if (out[l] > largest) largest = out[l]
  }
  for (let l = from; l < to; l++)
    out[l] = out[l] > Number.NEGATIVE_INFINITY ? Math.max(1e-200, exp(out[l] - largest)) : 0
}

/** Sums of losses add up; the weights of the fixed shares are averaged. */
function mergedEnsemble(all: Arrays, settings: Settings, weights: readonly number[]): Float64Array {
  const { lanes, classes } = shapeOf(settings)
  return added(all).map((sum, i) => (classes > 1 && i >= lanes ? meanAt(all, weights, i) : sum))
}

function mergedMixtureScalars(all: Arrays, settings: Settings): Float64Array {
  if (isCombined(settings)) return added(all)
  const groups = settings.classes?.count ?? 1
  const gaps = added(all).subarray(0, groups)
  const each = (i: number): number[] => all.map((array) => array[groups + i])
  // the largest weight, the smallest and the largest label, no examples yet
  return Float64Array.of(...gaps, Math.max(...each(0)), Math.min(...each(1)), Math.max(...each(2)), 0)
}

/** The mean of the coefficients; for the matrices, which start the same, the sum of the additions. */
function mergedCalibration(all: Arrays, _settings: Settings, weights: readonly number[]): Float64Array {
  const coefficients = Math.round((Math.sqrt(1 + 4 * calibrationSize) - 1) / 2)
  const start = (i: number): number => ((i - coefficients) % (coefficients + 1) === 0 ? 10 : 0)
  return added(all).map((sum, i) =>
    i < coefficients ? meanAt(all, weights, i) : sum - (all.length - 1) * start(i),
  )
}

/** Returns the array of this name of shard k of a model that is split in `shares`. */
export function splitArray(
  name: string,
  array: Float64Array,
  shares: number,
  settings: Settings,
): Float64Array {
  if (refinementNames.includes(name) || intervalNames.kept.includes(name)) return array
  if (name === 'interval_levels')
    return array.map((value, i) => (i < (2 * array.length) / 3 ? value : value / shares))
  if (name === 'label_scale') return array.map((value, i) => (i === 0 || i === 2 ? value / shares : value))
  if (name === 'far_labels') return array.map((value, i) => (i === 3 ? value : value / shares))
  if (name === 'mixture') return splitMixture(array, shares, settings)
  if (name === 'mixture_rounds' || name === 'mixture_behind') return afresh([array])
  if (name === 'mixture_scalars' && !isCombined(settings))
    return array.map((value, i) =>
      i < (settings.classes?.count ?? 1) ? value / shares : i === array.length - 1 ? 0 : value,
    )
  if (name === 'calibration') return splitCalibration(array, shares)
  return array.map((value) => value / shares)
}

function splitMixture(array: Float64Array, shares: number, settings: Settings): Float64Array {
  if (isCombined(settings)) {
    const { lanes, classes } = shapeOf(settings)
    return array.map((value, i) => (classes > 1 && i >= lanes ? value : value / shares))
  }
  const lanes = array.length / mixtureRows
  const hedge = mixtureKind(settings.loss) === 'hedge'
  return array.map((value, i) =>
    i >= lanes ? 0 : hedge ? value / shares : value > 0 ? exp(log(value) / shares) : 0,
  )
}

function splitCalibration(array: Float64Array, shares: number): Float64Array {
  const coefficients = Math.round((Math.sqrt(1 + 4 * calibrationSize) - 1) / 2)
  return array.map((value, i) => {
    if (i < coefficients) return value
    const start = (i - coefficients) % (coefficients + 1) === 0 ? 10 : 0
    return start + (value - start) / shares
  })
}
