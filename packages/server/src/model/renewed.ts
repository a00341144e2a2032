import { type AnyLearnerOptions, Learner, type LearnerOptions } from '@ol/core'
import { optionNames } from '@ol/spec'
import { ServedModel } from './served-model.js'

/** Returns a model with the settings of another that has learned nothing. */
export function renewed({ learner }: ServedModel): ServedModel {
  const { options, input, backend } = learner
  return made({ ...options, ...(input === undefined ? {} : { input }), backend })
}

/** Options that go with the rule. */
const ofRule = new Set([
  'rule',
  'update',
  'expand',
  'learningRate',
  'keepLanes',
  'outliers',
  'clip',
  'labelScale',
  'prenormalize',
  'precision',
  'curve',
  'stack',
])

/** Returns a model that reads examples as another does, with other settings: OL_PARAMETER, OL_RULE where they do not go together. */
export function challengerOf({ learner }: ServedModel, given: AnyLearnerOptions): ServedModel {
  const { options, input, backend } = learner
  const kept = Object.fromEntries(
    Object.entries(options).filter(
      ([name]) => (optionNames as readonly string[]).includes(name) && !ofRule.has(name),
    ),
  )
  return made({ ...kept, ...(input === undefined ? {} : { input }), backend, ...given })
}

function made(options: AnyLearnerOptions): ServedModel {
  // the learner checks them
  return new ServedModel(new Learner<number | string>(options as LearnerOptions))
}
