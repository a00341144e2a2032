import { addRuleEntries } from '../modifiers/modified-rule.js'
import { adagradRules } from './adagrad.js'
import { fullMatrixRules } from './full-matrix.js'
import { gradientRules } from './gradient.js'
import { marginRules } from './margin.js'
import { mirrorDescentRules } from './mirror-descent.js'
import { normalizedRules } from './normalized.js'
import { parameterFreeRules } from './parameter-free.js'
import type { RuleEntry } from './rule-entry.js'
import type { RuleId } from './rule-id.js'
import { standardizedRules } from './standardized.js'

/**
 * The table of rules, the only place that defines a rule's name, state, parameters and abilities. The two backends have
 * the arithmetic; flags, help, tests, model files and benchmarks iterate over this table.
 */
export const rules: Record<RuleId, RuleEntry> = addRuleEntries({
  ...normalizedRules,
  ...gradientRules,
  ...adagradRules,
  ...mirrorDescentRules,
  ...marginRules,
  ...parameterFreeRules,
  ...fullMatrixRules,
  ...standardizedRules,
})
