import type { AnyLearnerOptions } from '@ol/core'
import type { ReadingOptions } from '@ol/pipeline'
import { newLearner, splitOptions } from '@ol/pipeline/internal'
import { ServedModel } from './served-model.js'

/** Returns a new model: OL_PARAMETER, OL_RULE, OL_LOSS for options that are none. */
export function newModel(options: AnyLearnerOptions & ReadingOptions): ServedModel {
  const { learner, reading } = splitOptions(options, [])
  return new ServedModel(newLearner(learner, undefined, reading))
}
