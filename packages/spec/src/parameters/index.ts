/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
export type { CommonOptions } from './common-options.js'

import type { AdagradParameters } from './adagrad.js'
import type { FullMatrixParameters } from './full-matrix.js'
import type { GradientParameters } from './gradient.js'
import type { MarginParameters } from './margin.js'
import type { MirrorDescentParameters } from './mirror-descent.js'
import type { NormalizedParameters } from './normalized.js'
import type { ParameterFreeParameters } from './parameter-free.js'
import type { StandardizedParameters } from './standardized.js'

export type { AdagradParameters } from './adagrad.js'
export type { FullMatrixParameters } from './full-matrix.js'
export type { GradientParameters } from './gradient.js'
export type { LossParameters } from './losses.js'
export type { MarginParameters } from './margin.js'
export type { MirrorDescentParameters } from './mirror-descent.js'
export type { NormalizedParameters } from './normalized.js'
export type { ParameterFreeParameters } from './parameter-free.js'
export type { StandardizedParameters } from './standardized.js'

/** The parameters of each rule, by its id: what `rule` completes in the options of a learner. */
export interface RuleParameters
  extends AdagradParameters,
    FullMatrixParameters,
    GradientParameters,
    MarginParameters,
    MirrorDescentParameters,
    NormalizedParameters,
    ParameterFreeParameters,
    StandardizedParameters {}
