import type { Settings } from '../options/settings.js'
import { mergedArray } from './merged-memory.js'
import { mergedMoments } from './scalars.js'

type Arrays = readonly Float64Array[]

/**
 * Merges the mixtures of the experts of models that learned separately: see `ExpertMixture.state`. Losses and errors
 * add up; shares of the weight are averaged. `weights`: the examples of each; `active`: the remaining experts.
 */
export function mergedExpertMixture(
  settings: Settings,
  all: readonly Arrays[],
  weights: readonly number[],
  active: readonly boolean[],
): Float64Array[] {
  const experts = active.length
  const at = (i: number): Arrays => all.map((state) => state.at(i) as Float64Array)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const added = (arrays: Arrays): Float64Array =>
    arrays[0].map((_, i) => arrays.reduce((sum, array) => sum + array[i], 0))
  const mean = (arrays: Arrays): Float64Array =>
    total === 0
      ? arrays[0].slice()
      : arrays[0].map((_, i) => arrays.reduce((sum, array, k) => sum + array[i] * (weights[k] / total), 0))
  const lost = added(at(0))
  const shares = mean(at(0))
  const labels = at(-2)
  // with classes losses by expert, then two kinds of shares; with real labels only errors
  const lanes = lost.map((sum, i) => (i >= experts ? shares[i] : active[i] ? sum : Number.POSITIVE_INFINITY))
  const others = all[0].slice(1, -2).map((_, i) => {
    const arrays = at(i + 1)
    return i === 1 ? mergedArray('calibration', arrays, settings, weights) : added(arrays)
  })
  const [count, average, squares] = mergedMoments(labels.map(([n, m, s]) => [n, m, s]))
  return [lanes, ...others, Float64Array.of(count, average, squares, mean(labels)[3]), mean(at(-1))]
}
