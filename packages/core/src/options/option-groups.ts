import { classLabels, classWeightOf } from './class-weight.js'
import { lanesOf, refuseMean, refuseTogether } from './lane-options.js'
import {
  bootstrapOf,
  classesOf,
  expandOf,
  keepLanesOf,
  maxFeaturesOf,
  nameLimitOf,
  prenormalizeOf,
} from './option-checks.js'
import type {
  BootstrapOptions,
  ClassOptions,
  ExpandOptions,
  GrowingOptions,
  LaneOptions,
  NameOptions,
  ScalingOptions,
} from './resolve-with.js'
import { signNamesOf } from './sign-names.js'

/* The options of parts. */

export const bootstrapOptions: BootstrapOptions = { bootstrapOf }
export const classOptions: ClassOptions = { classesOf, classLabels, classWeightOf, signNamesOf }
export const expandOptions: ExpandOptions = { expandOf }
export const growingOptions: GrowingOptions = { maxFeaturesOf }
export const laneOptions: LaneOptions = { keepLanesOf, lanesOf, refuseMean, refuseTogether }
export const nameOptions: NameOptions = { nameLimitOf }
export const scalingOptions: ScalingOptions = { prenormalizeOf }
