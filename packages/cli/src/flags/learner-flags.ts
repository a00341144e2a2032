import type { AnyLearnerOptions } from '@ol/core'
import type { CommonFlags } from './common.js'
import { type ModelFlags, modelOptions } from './model-flags.js'
import { givenParameters } from './parameters.js'

type TrainingFlags = ModelFlags & CommonFlags & { readonly [flag: string]: unknown }

/** Returns the options of a learner that the flags of `train` name. */
export function learnerOptions(flags: TrainingFlags): AnyLearnerOptions {
  return { ...modelOptions(flags), backend: flags.backend, ...givenParameters(flags) }
}
