import type { AnyLearnerOptions } from '@ol/core'
import type { CommonFlags } from './common.js'
import type { ModelFlags } from './model-flags.js'
import { givenParameters } from './parameters.js'
import type { ReadingFlags } from './reading.js'

type TrainingFlags = ModelFlags & ReadingFlags & CommonFlags & { readonly [flag: string]: unknown }

/** Returns the options of a learner that the flags of `train` name. */
export function learnerOptions(flags: TrainingFlags): AnyLearnerOptions {
  return {
    rule: flags.rule,
    loss: flags.loss,
    task: flags.task,
    bits: flags.bits,
    maxFeatures: flags.maxFeatures,
    precision: flags.precision,
    update: flags.update,
    clip: flags.clip,
    labelScale: flags.labelScale,
    outliers: flags.outliers,
    expand: flags.expand,
    link: flags.link,
    prenormalize: flags.prenormalize,
    classes: flags.classes,
    classWeight: flags.classWeight,
    bootstrap: flags.bootstrap,
    keepLanes: flags.keepLanes,
    bootstrapSeed: flags.bootstrapSeed,
    names: flags.names,
    backend: flags.backend,
    ...givenParameters(flags),
  }
}
