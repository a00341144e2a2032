import * as spec from '@ol/spec'
import { modifiers } from '../modifiers/index.js'
import { adagradTwins } from './adagrad/index.js'
import { gradientTwins } from './gradient/index.js'
import { ruleTwins } from './index.js'
import { type KnownRules, together, withEntries } from './known.js'
import { marginTwins } from './margin/index.js'
import { mirrorDescentTwins } from './mirror-descent/index.js'
import { normalizedTwins } from './normalized/index.js'
import { parameterFreeTwins } from './parameter-free/index.js'

/* Rules by family. A program imports the families that it needs; `modifiers` apply to any rule that takes them. */

export { modifiers }

export const adagradFamily: KnownRules = withEntries(spec.adagradRules, adagradTwins)
export const allRules: KnownRules = together(withEntries(spec.rules, ruleTwins), modifiers)
export const gradientFamily: KnownRules = withEntries(spec.gradientRules, gradientTwins)
export const marginFamily: KnownRules = withEntries(spec.marginRules, marginTwins)
export const mirrorDescentFamily: KnownRules = withEntries(spec.mirrorDescentRules, mirrorDescentTwins)
export const normalizedFamily: KnownRules = withEntries(spec.normalizedRules, normalizedTwins)
export const parameterFreeFamily: KnownRules = withEntries(spec.parameterFreeRules, parameterFreeTwins)
