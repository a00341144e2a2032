import type { AnyLearnerOptions } from '@ol/core'
import type { ReadingOptions } from '@ol/pipeline'
import { newLearner, splitOptions } from '@ol/pipeline/internal'
import { ServedModel } from './served-model.js'

/** Returns a new model: throws OL_PARAMETER, OL_RULE or OL_LOSS for invalid options. */
export function newModel(options: AnyLearnerOptions & ReadingOptions): ServedModel {
  const { learner, reading } = splitOptions(options, [])
  return new ServedModel(newLearner(learner, undefined, reading))
}
