import {
  type LossId,
  losses,
  type ModifiedRule,
  modifiers,
  type RuleId,
  type RuleName,
  ruleOf,
  rules,
} from '@ol/spec'
import { furtherOptions } from './further-options.js'
import { singleOptions } from './implied-rule.js'
import type { AnyLearnerOptions, LearnerOptions } from './learner-options.js'
import { oneOf } from './option-checks.js'
import { type OptionScope, resolveWith, ruleOfOptions } from './resolve-with.js'
import type { Settings } from './settings.js'

/** All rules and losses, and all options. */
export const allOptions: OptionScope = {
  rules,
  modifiers,
  namedRule: (rule) => oneOf('OL_RULE', 'rule', Object.keys(rules) as RuleId[], rule),
  losses,
  namedLoss: (loss) => oneOf('OL_LOSS', 'loss', Object.keys(losses) as LossId[], loss),
  further: furtherOptions,
}

/** Validates options and fills in the defaults: OL_RULE, OL_LOSS or OL_PARAMETER with the name and the value. */
export function resolveOptions(options: AnyLearnerOptions = {}): Settings {
  return resolveWith(options, allOptions)
}

/** Returns the rule of these options, with the modifiers that they add: see `impliedUnder`. */
export function impliedRule(options: AnyLearnerOptions): ModifiedRule {
  return ruleOfOptions(options, allOptions)
}

/** Returns whether a learner with these options treats features by namespace, so that its batches need `groups`. */
export function groupsUnder(options: AnyLearnerOptions): boolean {
  if (options.groupFactors !== undefined) return true
  const { grouped } = ruleOf(impliedRule(options))
  if (grouped?.choices === undefined) return false
  return grouped.choices.includes((options as Readonly<Record<string, unknown>>)[grouped.param] as string)
}

/**
 * Returns the options because of which the rule is not the default one, which weighs many models: `powerT`. Empty if it
 * is the default, or if a rule or a learning rate is named: a named rate implies a rule with a rate.
 */
export function excludingDefault(options: AnyLearnerOptions): readonly string[] {
  const { rule, learningRate } = options as { readonly rule?: unknown; readonly learningRate?: unknown }
  return rule === undefined && learningRate === undefined ? singleOptions(options, allOptions) : []
}

/** Returns the rule of this name, with the modifiers that such parameters add. */
export function ruleNaming(rule: RuleName, names: readonly string[]): ModifiedRule {
  return impliedRule({ ...Object.fromEntries(names.map((name) => [name, true])), rule } as AnyLearnerOptions)
}

/**
 * Checks options that a program builds at run time.
 *
 * @param options options of any rule and loss
 * @returns the same options, typed by their rule and loss
 * @throws OLError: OL_RULE, OL_LOSS or OL_PARAMETER with the name and the value
 */
export function checkOptions(options: AnyLearnerOptions): LearnerOptions {
  resolveOptions(options)
  // the check above has shown it
  return options as LearnerOptions
}
