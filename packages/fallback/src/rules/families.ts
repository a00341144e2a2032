import * as spec from '@ol/spec'
import { adagradTwins } from './adagrad/index.js'
import { extendedTwins } from './extended/index.js'
import { fullMatrixTwins } from './full-matrix/index.js'
import { gradientTwins } from './gradient/index.js'
import { ruleTwins } from './index.js'
import { joined, type KnownRules } from './known.js'
import { marginTwins } from './margin/index.js'
import { mirrorDescentTwins } from './mirror-descent/index.js'
import { normalizedTwins } from './normalized/index.js'
import { parameterFreeTwins } from './parameter-free/index.js'
import { standardizedTwins } from './standardized/index.js'

/* Rules by family, of which a program imports those that it learns. */

export const adagradRules: KnownRules = joined(spec.adagradRules, adagradTwins)
export const allRules: KnownRules = joined(spec.rules, ruleTwins)
export const extendedRules: KnownRules = joined(
  { ...spec.regularizedRules, ...spec.averagedRules },
  extendedTwins,
)
export const fullMatrixRules: KnownRules = joined(spec.fullMatrixRules, fullMatrixTwins)
export const gradientRules: KnownRules = joined(spec.gradientRules, gradientTwins)
export const marginRules: KnownRules = joined(spec.marginRules, marginTwins)
export const mirrorDescentRules: KnownRules = joined(spec.mirrorDescentRules, mirrorDescentTwins)
export const normalizedRules: KnownRules = joined(spec.normalizedRules, normalizedTwins)
export const parameterFreeRules: KnownRules = joined(spec.parameterFreeRules, parameterFreeTwins)
export const standardizedRules: KnownRules = joined(spec.standardizedRules, standardizedTwins)
