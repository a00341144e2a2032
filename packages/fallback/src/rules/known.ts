import { addRuleEntries, Register, type RuleEntry, type RuleId } from '@ol/spec'
import type { RuleTwin } from './rule.js'

/** A rule as a program imports it: its entry in the table of rules, and its arithmetic. */
export interface KnownRule {
  readonly entry: RuleEntry
  readonly twin: RuleTwin
}

/** Rules by id: those that a program has imported, so that a page need not load all. */
export type KnownRules = { readonly [rule in RuleId]?: KnownRule }

const known = /* @__PURE__ */ new Register<RuleTwin>('rule')

/** Makes rules known to the engine, which learns no others. */
export function addTwins(rules: KnownRules): void {
  for (const [rule, { entry, twin }] of Object.entries(rules)) {
    addRuleEntries({ [rule]: entry })
    known.add({ [rule]: twin })
  }
}

/** Returns the twin of a rule: OL_PART where it was not imported. */
export function twinOf(rule: RuleId): RuleTwin {
  return known.of(rule)
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
