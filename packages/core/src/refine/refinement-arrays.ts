import { type StateRange, stateRanges } from '@ol/spec'
import { modelMixtureMemory } from '../lanes/lane-memory.js'
import type { LaneState } from '../lanes/lane-sums.js'
import type { Shape } from '../lanes/mixture/weigher.js'
import { realLabels, stackedLanes } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import { curveLengths, cuts, numberScalars, stackScalars } from './refinement-sizes.js'

/** The refinements of a model, in the order in which they are made; their arrays are named after them. */
const refinements = ['stack', 'curve'] as const
export type RefinementName = (typeof refinements)[number]

/** The weight of a model relative to its refinement before the first example. */
const priors = { stack: 0.5, curve: 0.9 } as const
/** The fraction by which the errors of both fade with each example. */
const fading = 0.002

const number: StateRange = { min: -1e300, max: 1e300 }
const { counted, positive, squareSum } = stateRanges

/** Returns the refinements that a model of these settings has. */
export function refinementsOf(settings: Settings): readonly RefinementName[] {
  return refinements.filter((name) => settings[name] !== 'off')
}

/** Returns the purpose of the mixture of a model and its refinement. */
export function refinedShape({ loss, classes }: Settings, name: RefinementName): Shape {
  const real = realLabels(loss, classes)
  return {
    lanes: 2,
    classes: classes?.count ?? (real ? 1 : 2),
    binary: classes === undefined,
    exclusive: [true, true],
    output: real ? 'ew' : 'sw',
    prior: Float64Array.of(priors[name], 1 - priors[name]),
    fading,
  }
}

/** Returns the arrays of a refinement in a model file, before its mixture's. */
export function arraysOf(settings: Settings, name: RefinementName): readonly LaneState[] {
  if (name === 'stack') {
    const lanes = stackedLanes(settings)
    return [
      { name: 'stack_scalars', shape: [stackScalars], ranges: [number] },
      { name: 'stack_weights', shape: [lanes], ranges: [number] },
      { name: 'stack_matrix', shape: [lanes, lanes], ranges: [number] },
    ]
  }
  const { classes, binary } = refinedShape(settings, name)
  const most = classes === 1 ? cuts.number : binary ? cuts.binary : cuts.several
  const [scalars, scores, points] = curveLengths(binary ? 1 : classes, most)
  return [
    { name: 'curve_scalars', shape: [scalars], ranges: [counted] },
    { name: 'curve_scores', shape: [scores], ranges: [number] },
    { name: 'curve_points', shape: [3, points / 3], ranges: [number, number, positive] },
    ...(classes === 1
      ? [{ name: 'curve_labels', shape: [numberScalars], ranges: [number, number, squareSum, squareSum] }]
      : []),
  ]
}

/** Returns what a model file stores of the refinements of these settings, in its order. */
export function refinementArrays(settings: Settings): readonly LaneState[] {
  return refinementsOf(settings).flatMap((name) => [
    ...arraysOf(settings, name),
    ...modelMixtureMemory(refinedShape(settings, name), `${name}_`),
  ])
}
