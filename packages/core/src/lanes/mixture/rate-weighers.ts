import type { Settings } from '../../options/settings.js'
import { HedgeWeigher } from './hedge-weigher.js'
import { Inspections, inspections } from './inspections.js'
import { LogWeigher } from './log-weigher.js'
import { type MixtureKind, mixtureKind, type RateWeigher } from './rate-weigher.js'
import { SquareWeigher } from './square-weigher.js'

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
