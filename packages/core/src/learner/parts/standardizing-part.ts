import { StandardizedModel } from '../../lanes/standardized-model.js'
import type { StandardizingPart } from '../state-parts.js'

export const standardizing: StandardizingPart = { StandardizedModel }
