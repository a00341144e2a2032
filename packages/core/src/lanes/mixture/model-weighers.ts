import type { Settings } from '../../options/settings.js'
import { ErrorWeigher } from './error-weigher.js'
import type { MixingBackend, ModelWeigher } from './model-weigher.js'
import { ProbabilityWeigher } from './probability-weigher.js'
import type { Shape } from './weigher.js'

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
