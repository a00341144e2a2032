import type { Standardization } from './lane-table.js'
import { learningPlan } from './learning-plan.js'
import {
  labelSpread,
  meanOfLabels,
  noteConstant,
  standardizedLabels,
  standardizedOffset,
} from './standardize-plan.js'

export const standardization: Standardization = {
  planOf: learningPlan,
  noteConstant,
  labelSpread,
  meanOfLabels,
  offset: standardizedOffset,
  labels: standardizedLabels,
}
