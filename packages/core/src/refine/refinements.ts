import { type StateRange, stateRanges } from '@ol/spec'
import { modelMixtureMemory } from '../lanes/lane-memory.js'
import type { LaneState } from '../lanes/lane-sums.js'
import type { MixingBackend } from '../lanes/mixture/model-weigher.js'
import type { Shape } from '../lanes/mixture/weigher.js'
import { modelWeigher } from '../lanes/mixture/weighers.js'
import type { Model } from '../lanes/model.js'
import type { TableModel } from '../lanes/table-model.js'
import { lanesOfEnsemble, realLabels } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import { ClassCurve, mostCuts } from './class-curve.js'
import { curveLengths } from './curve-points.js'
import { LaneStack, stackScalars } from './lane-stack.js'
import { NumberCurve, numberCuts, numberScalars } from './number-curve.js'
import { RefinedModel } from './refined-model.js'
import type { Refiner } from './refiner.js'

/** A refinement of the predictions of a model, in the order in which they are made. */
interface Refinement {
  /** the option that has it, and what the names of its arrays begin with */
  readonly option: 'stack' | 'curve'
  /** the weight of the model beside it before the first example */
  readonly prior: number
  /** its state, before that of the mixture */
  arrays(settings: Settings): readonly LaneState[]
  refiner(settings: Settings, state: readonly Float64Array[] | undefined): Refiner
}

const number: StateRange = { min: -1e300, max: 1e300 }
const { positive, squareSum } = stateRanges

const stack: Refinement = {
  option: 'stack',
  prior: 0.5,
  arrays(settings) {
    const lanes = lanesOfEnsemble(settings)
    return [
      { name: 'stack_scalars', shape: [stackScalars], ranges: [number] },
      { name: 'stack_weights', shape: [lanes], ranges: [number] },
      { name: 'stack_matrix', shape: [lanes, lanes], ranges: [number] },
    ]
  },
  refiner: (settings, state) => new LaneStack(lanesOfEnsemble(settings), state),
}

const curve: Refinement = {
  option: 'curve',
  prior: 0.9,
  arrays(settings) {
    const { classes, binary } = shapeOf(settings, curve)
    const real = classes === 1
    const columns = binary ? 1 : classes
    const [scalars, scores, points] = curveLengths(columns, real ? numberCuts : mostCuts(binary))
    return [
      { name: 'curve_scalars', shape: [scalars], ranges: [stateRanges.counted] },
      { name: 'curve_scores', shape: [scores], ranges: [number] },
      { name: 'curve_points', shape: [3, points / 3], ranges: [number, number, positive] },
      ...(real
        ? [{ name: 'curve_labels', shape: [numberScalars], ranges: [number, number, squareSum, squareSum] }]
        : []),
    ]
  },
  refiner(settings, state) {
    const { classes, binary } = shapeOf(settings, curve)
    if (classes === 1) return new NumberCurve(state)
    return new ClassCurve(binary ? 1 : classes, binary, state)
  },
}

/** By how much the errors of both fade with each example. */
const fading = 0.002

/** What a model and its refinement are mixed for. */
function shapeOf({ loss, classes }: Settings, { prior }: Refinement): Shape {
  const real = realLabels(loss, classes)
  return {
    lanes: 2,
    classes: classes?.count ?? (real ? 1 : 2),
    binary: classes === undefined,
    exclusive: [true, true],
    output: real ? 'ew' : 'sw',
    prior: Float64Array.of(prior, 1 - prior),
    fading,
  }
}

function refinementsOf(settings: Settings): readonly Refinement[] {
  return [stack, curve].filter(({ option }) => settings[option] !== 'off')
}

/** Returns what a model file stores of the refinements of these settings, in its order. */
export function refinementArrays(settings: Settings): readonly LaneState[] {
  return refinementsOf(settings).flatMap((each) => [
    ...each.arrays(settings),
    ...modelMixtureMemory(shapeOf(settings, each), `${each.option}_`),
  ])
}

/** Returns the refinements of a model, each of the one before it. `state`: as stored in a model file, empty for a new model */
export function refined(
  settings: Settings,
  backend: MixingBackend,
  model: Model<TableModel>,
  state: readonly Float64Array[],
): readonly RefinedModel[] {
  const all: RefinedModel[] = []
  let at = 0
  const next = (count: number): readonly Float64Array[] | undefined => {
    at += count
    return state.length === 0 ? undefined : state.slice(at - count, at)
  }
  for (const each of refinementsOf(settings)) {
    const shape = shapeOf(settings, each)
    const refiner = each.refiner(settings, next(each.arrays(settings).length))
    const weigher = modelWeigher(settings, shape, backend, next(modelMixtureMemory(shape, '').length))
    all.push(new RefinedModel(each.option, all.at(-1) ?? model, refiner, weigher))
  }
  return all
}
