import {
  addModifierEntries,
  addRuleEntries,
  type ModifiedRule,
  ModifiedValues,
  type ModifierEntry,
  type ModifierId,
  type ModifierTable,
  type RuleEntry,
  type RuleId,
  type RuleTable,
  ruleOf,
} from '@ol/spec'
import type { RuleTwin } from './rule.js'

/** A rule as a program imports it: its entry in the table of rules, and its arithmetic. */
export interface KnownRule {
  readonly entry: RuleEntry
  readonly twin: RuleTwin
}

/** Returns the arithmetic of a rule with a modifier on it, from the entry and the arithmetic without. */
export type Wrap = (base: RuleEntry, twin: RuleTwin) => RuleTwin

/** A modifier as a program imports it: its entry in the table of modifiers, and what it does to the arithmetic of a rule. */
export interface KnownModifier {
  readonly modifier: ModifierEntry
  readonly wrap: Wrap
}

/** Rules and modifiers by id: only those that a program has imported, so that a page need not load all. */
export type KnownRules = { readonly [rule in RuleId]?: KnownRule } & {
  readonly [modifier in ModifierId]?: KnownModifier
}

const known = /* @__PURE__ */ new ModifiedValues<RuleTwin>()

/** Registers rules and modifiers with the engine, which learns no others. */
export function addTwins(all: KnownRules): void {
  const { rules, modifiers } = entriesIn(all)
  addRuleEntries(rules)
  addModifierEntries(modifiers)
  for (const [id, one] of Object.entries(all)) {
    if ('modifier' in one)
      known.modifiers.add({ [id]: (twin: RuleTwin, before: ModifiedRule) => one.wrap(ruleOf(before), twin) })
    else known.rules.add({ [id]: one.twin })
  }
}

/** Returns the twin of a rule with its modifiers, the same object at every call. Throws OL_PART if one was not imported. */
export function twinOf(rule: ModifiedRule): RuleTwin {
  return known.of(rule)
}

/** Returns the entries of these rules and modifiers. */
export function entriesIn(all: KnownRules): { readonly rules: RuleTable; readonly modifiers: ModifierTable } {
  const rules: { [rule in RuleId]?: RuleEntry } = {}
  const modifiers: { [modifier in ModifierId]?: ModifierEntry } = {}
  for (const [id, one] of Object.entries(all)) {
    if ('modifier' in one) modifiers[id as ModifierId] = one.modifier
    else rules[id as RuleId] = one.entry
  }
  return { rules, modifiers }
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

/** Joins rules and modifiers. */
/* @__NO_SIDE_EFFECTS__ */
export function together(...all: readonly KnownRules[]): KnownRules {
  return Object.assign({}, ...all) as KnownRules
}
