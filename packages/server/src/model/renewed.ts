import { isDeepStrictEqual } from 'node:util'
import { type AnyLearnerOptions, Learner, type LearnerOptions } from '@ol/core'
import { optionNames } from '@ol/spec'
import { ServedModel } from './served-model.js'

/** Returns a model with the settings of another that has learned nothing. */
export function renewed({ learner }: ServedModel): ServedModel {
  const { options, input, backend } = learner
  return made({ ...options, ...(input === undefined ? {} : { input }), backend })
}

/** Options that depend on the rule. */
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

/**
 * Returns a model that reads examples like another, with other settings; throws OL_PARAMETER or OL_RULE if they do not
 * fit together.
 */
export function challengerOf(champion: ServedModel, given: AnyLearnerOptions): ServedModel {
  return made({ ...readingOf(champion), backend: champion.learner.backend, ...given })
}

/** Returns whether two models read examples in the same way, so that one can learn the batches of the other. */
export function readAlike(one: ServedModel, other: ServedModel): boolean {
  const [own, others] = [one, other].map((model) => {
    // as in a model file: without undefined members
    return JSON.parse(JSON.stringify([readingOf(model), model.learner.classNames ?? []])) as unknown
  })
  return isDeepStrictEqual(own, others)
}

/** Returns the options by which examples are read. */
function readingOf({ learner: { options, input } }: ServedModel): AnyLearnerOptions {
  const kept = Object.fromEntries(
    Object.entries(options).filter(
      ([name]) => (optionNames as readonly string[]).includes(name) && !ofRule.has(name),
    ),
  )
  return { ...kept, ...(input === undefined ? {} : { input }) }
}

function made(options: AnyLearnerOptions): ServedModel {
  // the learner checks them
  return new ServedModel(new Learner<number | string>(options as LearnerOptions))
}
