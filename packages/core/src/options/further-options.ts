import { groupFactorsOf } from './check-group-factors.js'
import { classLabels, classWeightOf } from './class-weight.js'
import { jsonCopy } from './json.js'
import { lanesOf, refuseMean, refuseTogether } from './lane-options.js'
import {
  bootstrapOf,
  classesOf,
  curveOf,
  expandOf,
  intervalsOf,
  keepLanesOf,
  maxFeaturesOf,
  nameLimitOf,
  prenormalizeOf,
  stackOf,
} from './option-checks.js'
import type { FurtherOptions } from './resolve-with.js'
import { signNamesOf } from './sign-names.js'

/** The options that only a whole learner takes. */
export const furtherOptions: FurtherOptions = {
  bootstrapOf,
  classLabels,
  classWeightOf,
  classesOf,
  curveOf,
  expandOf,
  groupFactorsOf,
  intervalsOf,
  jsonCopy,
  keepLanesOf,
  lanesOf,
  maxFeaturesOf,
  nameLimitOf,
  prenormalizeOf,
  refuseMean,
  refuseTogether,
  signNamesOf,
  stackOf,
}
