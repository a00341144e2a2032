import { Register } from '../register.js'
import type { RuleEntry } from './rule-entry.js'
import type { RuleId } from './rule-id.js'

const known = /* @__PURE__ */ new Register<RuleEntry>('rule')

/** Makes rules known to `baseRuleOf`, and returns them. The table of rules does so; a program without it adds its own. */
export function addRuleEntries<T extends { readonly [rule in RuleId]?: RuleEntry }>(entries: T): T {
  return known.add(entries)
}

/** Rules by id: all, or those that a program was made with. */
export type RuleTable = { readonly [rule in RuleId]?: RuleEntry }

/** Returns the entry of a rule without modifiers: OL_PART where the program was made without it. */
export function baseRuleOf(rule: RuleId): RuleEntry {
  return known.of(rule)
}
