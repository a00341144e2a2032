import type { BendingCalls } from '@ol/spec'
import { modelMixtureMemory } from '../lanes/lane-memory.js'
import type { MixingBackend } from '../lanes/mixture/model-weigher.js'
import { modelWeigher } from '../lanes/mixture/weighers.js'
import type { Model } from '../lanes/model.js'
import type { TableModel } from '../lanes/table-model.js'
import { stackedLanes } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import { ClassCurve } from './class-curve.js'
import { LaneStack } from './lane-stack.js'
import { NumberCurve } from './number-curve.js'
import { RefinedModel } from './refined-model.js'
import { arraysOf, type RefinementName, refinedShape, refinementsOf } from './refinement-arrays.js'
import type { Refiner } from './refiner.js'

function refinerOf(
  settings: Settings,
  name: RefinementName,
  backend: BendingCalls,
  state: readonly Float64Array[] | undefined,
): Refiner {
  if (name === 'stack') return new LaneStack(stackedLanes(settings), state)
  const { classes, binary } = refinedShape(settings, name)
  if (classes === 1) return new NumberCurve(backend, state)
  return new ClassCurve(binary ? 1 : classes, binary, backend, state)
}

/** Returns the refinements of a model, each of the one before it. `state`: as stored in a model file, empty for a new model */
export function refined(
  settings: Settings,
  backend: MixingBackend & BendingCalls,
  model: Model<TableModel>,
  state: readonly Float64Array[],
): readonly RefinedModel[] {
  const all: RefinedModel[] = []
  let at = 0
  const next = (count: number): readonly Float64Array[] | undefined => {
    at += count
    return state.length === 0 ? undefined : state.slice(at - count, at)
  }
  for (const name of refinementsOf(settings)) {
    const shape = refinedShape(settings, name)
    const refiner = refinerOf(settings, name, backend, next(arraysOf(settings, name).length))
    const weigher = modelWeigher(settings, shape, backend, next(modelMixtureMemory(shape, '').length))
    all.push(new RefinedModel(name, all.at(-1) ?? model, refiner, weigher))
  }
  return all
}
