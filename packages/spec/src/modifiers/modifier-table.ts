import type { RuleEntry } from '../rules/rule-entry.js'
import type { RuleId } from '../rules/rule-id.js'
import { rules } from '../rules/rule-table.js'
import { averageEntry } from './average.js'
import {
  addModifierEntries,
  aliasOf,
  type ModifiedRule,
  plainRule,
  type RuleName,
  ruleEntries,
} from './modified-rule.js'
import type { ModifierEntry, ModifierId } from './modifier-entry.js'
import { penaltyEntry } from './penalty.js'

/** The table of modifiers: the only place that says what each adds to a rule, and which rules take it. */
export const modifiers: Record<ModifierId, ModifierEntry> = addModifierEntries({
  penalty: penaltyEntry,
  average: averageEntry,
})

/** All rules, and all with a modifier, by their names. */
export const namedRules: Readonly<Record<RuleName, RuleEntry>> = Object.fromEntries(
  ruleEntries(rules, modifiers).map((entry) => [entry.id, entry]),
) as Record<RuleName, RuleEntry>

/** Returns the rule of a name, with the modifier in the name. */
export function modifiedRule(name: RuleName): ModifiedRule {
  return aliasOf(name, modifiers) ?? plainRule(name as RuleId)
}
