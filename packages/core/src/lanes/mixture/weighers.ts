import type { Settings } from '../../options/settings.js'
import { ErrorWeigher } from './error-weigher.js'
import { HedgeWeigher } from './hedge-weigher.js'
import { Inspections, inspections } from './inspections.js'
import { LogWeigher } from './log-weigher.js'
import type { MixingBackend, ModelWeigher } from './model-weigher.js'
import { ProbabilityWeigher } from './probability-weigher.js'
import { type MixtureKind, mixtureKind, type RateWeigher } from './rate-weigher.js'
import { SquareWeigher } from './square-weigher.js'
import type { Shape } from './weigher.js'

const kinds: Readonly<Record<MixtureKind, new (settings: Settings) => RateWeigher>> = {
  log: LogWeigher,
  square: SquareWeigher,
  hedge: HedgeWeigher,
}

/** Returns the weigher of the rates of a learner, and its inspections. `memory`: as stored in a model file, empty for a new model */
export function rateWeigher(
  settings: Settings,
  memory: readonly Float64Array[] = [],
): [weigher: RateWeigher, inspected: Inspections] {
  const weigher = new kinds[mixtureKind(settings.loss)](settings)
  if (memory.length === 0) return [weigher, new Inspections(settings.lanes)]
  weigher.resume(memory)
  const [rows, scalars] = memory
  const behind = new Float64Array((inspections + 1) * settings.lanes)
  behind.set(rows.subarray(settings.lanes, (inspections + 1) * settings.lanes))
  const rounds = Float64Array.of(scalars[scalars.length - 1], 0, 0)
  return [weigher, new Inspections(settings.lanes, [rounds, behind])]
}

/** Returns the weigher of models: of real labels by their errors, otherwise by probabilities. `state`: as stored in a model file */
export function modelWeigher(
  settings: Settings,
  shape: Shape,
  backend: MixingBackend,
  state?: readonly Float64Array[],
): ModelWeigher {
  const Kind = shape.classes === 1 ? ErrorWeigher : ProbabilityWeigher
  return new Kind(settings, shape, backend, state)
}
