import { OLError } from '../errors.js'
import type { RuleEntry } from './rule-entry.js'
import type { RuleId } from './rule-id.js'

const known = new Map<string, RuleEntry>()

/** Makes rules known to `ruleOf`, and returns them. The table of rules does so; a program without it adds its own. */
export function addRuleEntries<T extends { readonly [rule in RuleId]?: RuleEntry }>(entries: T): T {
  for (const [rule, entry] of Object.entries(entries)) known.set(rule, entry as RuleEntry)
  return entries
}

/** Returns the entry of a rule: OL_PART where the program was made without it. */
export function ruleOf(rule: RuleId): RuleEntry {
  const entry = known.get(rule)
  if (entry !== undefined) return entry
  const expected = [...known.keys()].join(', ')
  const text = `Expected a rule that this program was made with (${expected}) but received ${rule}`
  throw new OLError('OL_PART', text, { value: rule, expected })
}
