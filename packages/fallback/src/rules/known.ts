import { addRuleEntries, OLError, type RuleEntry, type RuleId } from '@ol/spec'
import type { RuleTwin } from './rule.js'

/** A rule as a program imports it: its entry in the table of rules, and its arithmetic. */
export interface KnownRule {
  readonly entry: RuleEntry
  readonly twin: RuleTwin
}

/** Rules by id: those that a program has imported, so that a page need not load all. */
export type KnownRules = { readonly [rule in RuleId]?: KnownRule }

const known = new Map<string, RuleTwin>()

/** Makes rules known to the engine, which learns no others. */
export function addTwins(rules: KnownRules): void {
  for (const [rule, { entry, twin }] of Object.entries(rules)) {
    addRuleEntries({ [rule]: entry })
    known.set(rule, twin)
  }
}

/** Returns the twin of a rule: OL_PART where it was not imported. */
export function twinOf(rule: RuleId): RuleTwin {
  const twin = known.get(rule)
  if (twin !== undefined) return twin
  const text = `Expected a rule that this learner was given but rule ${rule} is not among them: ${[...known.keys()].join(', ')}`
  throw new OLError('OL_PART', text, { value: rule })
}

/** Joins the entries and the twins of rules. */
/* @__NO_SIDE_EFFECTS__ */
export function withEntries<R extends RuleId>(
  entries: Record<R, RuleEntry>,
  twins: Record<R, RuleTwin>,
): Record<R, KnownRule> {
  const all = Object.keys(entries) as R[]
  return Object.fromEntries(all.map((rule) => [rule, { entry: entries[rule], twin: twins[rule] }])) as Record<
    R,
    KnownRule
  >
}
