import { Register } from '../register.js'
import type { RuleEntry } from '../rules/rule-entry.js'
import type { RuleId, RuleTable } from '../rules/rule-id.js'
import type { AverageRule } from './average.js'
import { type ModifierId, type ModifierTable, modifiedEntry } from './modifier-entry.js'
import type { PenaltyRule } from './penalty.js'

/** A rule with its modifiers. */
export interface ModifiedRule {
  readonly rule: RuleId
  readonly modifiers: readonly ModifierId[]
}

/** The name of a rule with a modifier, for model files; options may have it instead of a rule and parameters. */
export type RuleAlias = `${PenaltyRule}-regularized` | `${AverageRule}-averaged`

/** The id of a rule, or the name of one with a modifier. */
export type RuleName = RuleId | RuleAlias

/** The rule in a name. */
export type RuleNamed<Name extends RuleName> = Name extends RuleId
  ? Name
  : Name extends `${infer Rule extends RuleId}-${'regularized' | 'averaged'}`
    ? Rule
    : never

const none: readonly ModifierId[] = []

/** Returns a rule without modifiers. */
export function plainRule(rule: RuleId): ModifiedRule {
  return { rule, modifiers: none }
}

/** Returns the value for a rule with a further modifier, from the value for the rule without it. */
export type Modify<Value> = (value: Value, before: ModifiedRule) => Value

/** The values of the rules and modified rules that a program was built with: returns the same object at every call. */
export class ModifiedValues<Value extends object> {
  readonly rules: Register<Value> = new Register<Value>('rule')
  readonly modifiers: Register<Modify<Value>> = new Register<Modify<Value>>('modifier')
  /** by the value it was built from: a program may register a rule again */
  readonly #made = new WeakMap<Value, Map<ModifierId, Value>>()

  /** Returns the value of a rule with its modifiers; throws OL_PART if the program was built without one of them. */
  of({ rule, modifiers }: ModifiedRule): Value {
    let value = this.rules.of(rule)
    // learning asks for it with every batch
    for (let i = 0; i < modifiers.length; i++)
      value = this.#made.get(value)?.get(modifiers[i]) ?? this.#make(value, rule, modifiers, i)
    return value
  }

  #make(before: Value, rule: RuleId, modifiers: readonly ModifierId[], i: number): Value {
    const made = this.modifiers.of(modifiers[i])(before, { rule, modifiers: modifiers.slice(0, i) })
    this.#made.set(before, new Map([...(this.#made.get(before) ?? []), [modifiers[i], made]]))
    return made
  }
}

const known = /* @__PURE__ */ new ModifiedValues<RuleEntry>()

/** Makes rules known to `ruleOf`, and returns them. The table of rules does so; a program without it adds its own. */
export function addRuleEntries<T extends { readonly [rule in RuleId]?: RuleEntry }>(entries: T): T {
  return known.rules.add(entries)
}

/** Makes modifiers known to `ruleOf`, and returns them. */
export function addModifierEntries<T extends ModifierTable>(entries: T): T {
  for (const modifier of Object.values(entries))
    known.modifiers.add({ [modifier.id]: (base: RuleEntry) => modifiedEntry(base, modifier) })
  return entries
}

/** Returns the entry of a rule with its modifiers; throws OL_PART if the program was built without one of them. */
export function ruleOf(rule: ModifiedRule): RuleEntry {
  return known.of(rule)
}

/** Returns the name of a rule with its modifiers: `nag-regularized`. */
export function nameOf(rule: ModifiedRule): RuleName {
  return ruleOf(rule).id as RuleName
}

/** Returns the rule and the modifier of such a name; undefined if it has none of these modifiers. */
export function aliasOf(name: unknown, modifiers: ModifierTable): ModifiedRule | undefined {
  for (const { id, suffix, codes } of Object.values(modifiers)) {
    const end = `-${suffix}`
    if (typeof name !== 'string' || !name.endsWith(end)) continue
    const rule = name.slice(0, -end.length)
    if (Object.hasOwn(codes, rule)) return { rule: rule as RuleId, modifiers: [id] }
  }
  return undefined
}

/**
 * Returns the rule that takes all these parameters: the rule itself, a rule that extends it, or the rule with a
 * modifier. The caller must refuse parameters that none of them has.
 */
export function ruleWith(
  rule: RuleId,
  names: readonly string[],
  rules: RuleTable,
  modifiers: ModifierTable,
): ModifiedRule {
  const taken = (params: RuleEntry['params']): number => params.filter((p) => names.includes(p.name)).length
  const own = taken(rules[rule]?.params ?? [])
  let best = plainRule(rule)
  let most = own
  const offer = (other: ModifiedRule, count: number): void => {
    if (count > most) [best, most] = [other, count]
  }
  for (const entry of Object.values(rules))
    if (entry.extends === rule) offer(plainRule(entry.id as RuleId), taken(entry.params))
  for (const { id, codes, params } of Object.values(modifiers))
    if (codes[rule] !== undefined) offer({ rule, modifiers: [id] }, own + taken(params))
  return best
}

/** Returns each rule of a table with each modifier that it takes. */
function modifiedRules(rules: RuleTable, modifiers: ModifierTable): ModifiedRule[] {
  return Object.values(modifiers).flatMap(({ id, codes }) =>
    (Object.keys(codes) as RuleId[])
      .filter((rule) => rules[rule] !== undefined)
      .map((rule) => ({ rule, modifiers: [id] })),
  )
}

/**
 * Returns the entries of rules, with and without the modifiers that they take, in a fixed order, because messages and
 * the contract of the native addon use it.
 */
export function ruleEntries(rules: RuleTable, modifiers: ModifierTable): RuleEntry[] {
  const all = Object.values(rules)
  const modified = modifiedRules(rules, modifiers).map(ruleOf)
  const first = all.findIndex(({ standardizes }) => standardizes === true)
  return first < 0 ? [...all, ...modified] : [...all.slice(0, first), ...modified, ...all.slice(first)]
}
