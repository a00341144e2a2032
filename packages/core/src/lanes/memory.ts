import type { Settings } from '../options/settings.js'
import { labelNumbers, scalesLabels } from './label-scale.js'
import type { LaneState } from './lane-sums.js'
import { mixtureRows, mixtureScalars } from './mixture/mixture.js'

/** What lanes keep beside the table and the sums, in the order of the model file. */
export function laneMemory(settings: Settings): readonly LaneState[] {
  const { automatic, lanes, classes } = settings
  if (!automatic) return []
  return [
    { name: 'mixture', shape: [mixtureRows, lanes] },
    { name: 'mixture_scalars', shape: [(classes?.count ?? 1) + mixtureScalars] },
    ...(scalesLabels(settings) ? [{ name: 'label_scale', shape: [labelNumbers] }] : []),
  ]
}
