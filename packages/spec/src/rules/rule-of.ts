import { Register } from '../register.js'
import type { RuleEntry } from './rule-entry.js'
import type { RuleId } from './rule-id.js'

const known = /* @__PURE__ */ new Register<RuleEntry>('rule')

/** Makes rules known to `ruleOf`, and returns them. The table of rules does so; a program without it adds its own. */
export function addRuleEntries<T extends { readonly [rule in RuleId]?: RuleEntry }>(entries: T): T {
  return known.add(entries)
}

/** Returns the entry of a rule: OL_PART where the program was made without it. */
export function ruleOf(rule: RuleId): RuleEntry {
  return known.of(rule)
}
