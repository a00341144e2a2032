import { FeatureDictionary } from '../../names/feature-dictionary.js'
import { tracksScales } from '../../names/scales.js'
import { nameOptions } from '../../options/option-groups.js'
import type { NamingPart } from '../state-parts.js'

export const naming: NamingPart = { ...nameOptions, FeatureDictionary, tracksScales }
