import { classesWith, partsByClasses } from '../../lanes/class-parts.js'
import { Classes } from '../../lanes/classes.js'
import { classOptions } from '../../options/option-groups.js'
import type { ClassifyingPart } from '../state-parts.js'

export const classifying: ClassifyingPart = { ...classOptions, Classes, classesWith, partsByClasses }
