import { type StateRange, stateRanges } from '@ol/spec'
import type { LaneState } from '../lanes/lane-sums.js'
import type { Settings } from '../options/settings.js'
import { taskOf } from '../options/task.js'
import { curveLengths, cuts } from '../refine/refinement-sizes.js'
import { thresholdLengths } from './level-thresholds.js'
import { deviationScalars } from './number-intervals.js'

const number: StateRange = { min: -1e300, max: 1e300 }
const { counted, positive, squareSum, weightSum } = stateRanges

/** Returns what a model file stores of the intervals of labels, in its order. */
export function intervalArrays(settings: Settings): readonly LaneState[] {
  if (settings.intervals === 'off') return []
  const [scalars, levels] = thresholdLengths
  const thresholds: readonly LaneState[] = [
    {
      name: 'interval_scalars',
      shape: [scalars],
      ranges: [weightSum, weightSum, weightSum, squareSum, weightSum],
    },
    {
      name: 'interval_levels',
      shape: [3, levels / 3],
      ranges: [{ min: -20, max: 50 }, { min: -1000, max: 1000 }, weightSum],
    },
  ]
  if (taskOf(settings) !== 'regression') return thresholds
  const [places, scores, points] = curveLengths(1, cuts.number)
  return [
    ...thresholds,
    { name: 'interval_deviation', shape: [deviationScalars], ranges: [squareSum] },
    { name: 'interval_curve_scalars', shape: [places], ranges: [counted] },
    { name: 'interval_curve_scores', shape: [scores], ranges: [number] },
    { name: 'interval_curve_points', shape: [3, points / 3], ranges: [number, number, positive] },
  ]
}
