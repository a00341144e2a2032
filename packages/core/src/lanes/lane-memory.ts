import { calibrationSize, type StateRange, stateRanges } from '@ol/spec'
import { isCombined, mixes } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import { classWeightRange, countedClasses } from '../targets/class-weights.js'
import {
  clippedErrorRanges,
  holdsErrors,
  holdsLabels,
  labelOutlierRanges,
} from '../targets/label-outliers.js'
import { labelScaleRanges, scalesOutside } from '../targets/label-scale.js'
import type { LaneState } from './lane-sums.js'
import { inspectionRanges } from './mixture/inspections.js'
import { mixtureRanges, mixtureRows } from './mixture/rate-weigher.js'
import { type Shape, shapeOf } from './mixture/weigher.js'

/** Returns what a model file stores of lanes next to the table and the sums, in its order. */
export function laneMemory(settings: Settings): readonly LaneState[] {
  return [
    ...(isCombined(settings) ? ensembleMemory(settings) : mixes(settings) ? mixtureMemory(settings) : []),
    ...(scalesOutside(settings)
      ? [{ name: 'label_scale', shape: [labelScaleRanges.length], ranges: labelScaleRanges }]
      : []),
    ...(holdsLabels(settings)
      ? [{ name: 'far_labels', shape: [labelOutlierRanges.length], ranges: labelOutlierRanges }]
      : []),
    ...(holdsErrors(settings)
      ? [
          {
            name: 'far_errors',
            shape: [clippedErrorRanges.length, settings.lanes],
            ranges: clippedErrorRanges,
          },
        ]
      : []),
    ...(countedClasses(settings) > 0
      ? [{ name: 'class_weights', shape: [countedClasses(settings)], ranges: [classWeightRange] }]
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

/** The state of a mixture over an ensemble, with its inspections. */
function ensembleMemory(settings: Settings): readonly LaneState[] {
  const shape = shapeOf(settings)
  const { lanes } = shape
  const inspected: readonly LaneState[] = settings.keepLanes
    ? []
    : [
        { name: 'mixture_rounds', shape: [inspectionRanges.rounds.length], ranges: inspectionRanges.rounds },
        {
          name: 'mixture_behind',
          shape: [inspectionRanges.lanes.length, lanes],
          ranges: inspectionRanges.lanes,
        },
      ]
  return [...modelMixtureMemory(shape, ''), ...inspected]
}

/** The state of a mixture of models: see `ModelWeigher.state`. `prefix`: of its names */
export function modelMixtureMemory(
  { lanes, classes }: Pick<Shape, 'lanes' | 'classes'>,
  prefix: string,
): readonly LaneState[] {
  // the losses of a lane that diverged are infinite
  const lost: StateRange = { min: -1e300, max: 1e300, also: Number.POSITIVE_INFINITY }
  const sum: StateRange = { min: -1e300, max: 1e300 }
  const { probability, weightSum } = stateRanges
  if (classes === 1)
    return [
      { name: `${prefix}mixture`, shape: [lanes], ranges: [{ ...lost, min: 0 }] },
      { name: `${prefix}mixture_scalars`, shape: [2], ranges: [weightSum] },
    ]
  return [
    { name: `${prefix}mixture`, shape: [3, lanes], ranges: [lost, probability, probability] },
    {
      name: `${prefix}mixture_scalars`,
      shape: [5 + classes + 1],
      ranges: new Array<StateRange>(6 + classes).fill(sum),
    },
    { name: `${prefix}calibration`, shape: [calibrationSize], ranges: [sum] },
  ]
}
