import { classLabels, classWeightOf } from './class-weight.js'
import { lanesOf, refuseMean, refuseTogether } from './lane-options.js'
import { bootstrapOf, classesOf, expandOf } from './option-checks.js'
import type { BootstrapOptions, ClassOptions, ExpandOptions, LaneOptions } from './resolve-with.js'
import { signNamesOf } from './sign-names.js'

/* The options of parts. */

export const bootstrapOptions: BootstrapOptions = { bootstrapOf }
export const classOptions: ClassOptions = { classesOf, classLabels, classWeightOf, signNamesOf }
export const expandOptions: ExpandOptions = { expandOf }
export const laneOptions: LaneOptions = { lanesOf, refuseMean, refuseTogether }
