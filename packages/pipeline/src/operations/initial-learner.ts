import type { AnyLearnerOptions } from '@ol/core'
import { invalid } from '@ol/spec'
import { type AnyLearner, loadLearner, Session } from '../session.js'
import type { TrainRunOptions } from './train-options.js'

/** Returns the learner with which a training continues. Throws OL_PARAMETER for options of a model in memory. */
export async function initialLearner(
  initialModel: TrainRunOptions['initialModel'],
  options: AnyLearnerOptions,
): Promise<AnyLearner | undefined> {
  if (initialModel === undefined) return undefined
  if (!(initialModel instanceof Session)) return loadLearner(initialModel, options)
  const [other] = Object.keys(options)
  if (other !== undefined)
    throw invalid('OL_PARAMETER', 'an option of continued training', 'one of reading or of the run', other)
  return initialModel.learner
}
