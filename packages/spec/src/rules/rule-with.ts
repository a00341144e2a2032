import type { RuleEntry } from './rule-entry.js'
import type { RuleId } from './rule-id.js'

/** Rules by id: all, or those that a program was made with. */
export type RuleTable = { readonly [rule in RuleId]?: RuleEntry }

/**
 * Returns the rule of a table that takes all these parameters: the rule itself, or one that extends it. Names that
 * neither has are left for the caller to refuse.
 */
export function ruleWith(rule: RuleId, names: readonly string[], rules: RuleTable): RuleId {
  const taken = (entry: RuleEntry | undefined): number =>
    entry === undefined ? 0 : entry.params.filter((p) => names.includes(p.name)).length
  let best = { rule, own: taken(rules[rule]) }
  for (const entry of Object.values(rules)) {
    const all = taken(entry)
    if (entry.extends === rule && all > best.own) best = { rule: entry.id as RuleId, own: all }
  }
  return best.rule
}
