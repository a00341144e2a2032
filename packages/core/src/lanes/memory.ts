import type { Settings } from '../options/settings.js'
import { labelScaleRanges } from './label-scale.js'
import type { LaneState } from './lane-sums.js'
import { mixtureRanges, mixtureRows } from './mixture/mixture.js'

/** Returns what a model file stores of lanes beside the table and the sums, in its order. */
export function laneMemory(settings: Settings): readonly LaneState[] {
  return [
    ...(settings.automatic ? mixtureMemory(settings) : []),
    ...(settings.labelScale === 'spread'
      ? [{ name: 'label_scale', shape: [labelScaleRanges.length], ranges: labelScaleRanges }]
      : []),
  ]
}

function mixtureMemory(settings: Settings): readonly LaneState[] {
  const { lanes, classes } = settings
  const ranges = mixtureRanges(settings, classes?.count ?? 1)
  return [
    { name: 'mixture', shape: [mixtureRows, lanes], ranges: ranges.lanes },
    { name: 'mixture_scalars', shape: [ranges.scalars.length], ranges: ranges.scalars },
  ]
}
