import { type LossId, losses, type RuleId, rules } from '@ol/spec'
import { furtherOptions } from './further-options.js'
import { impliedUnder } from './implied-rule.js'
import type { AnyLearnerOptions, LearnerOptions } from './learner-options.js'
import { oneOf } from './option-checks.js'
import { type OptionScope, resolveWith } from './resolve-with.js'
import type { Settings } from './settings.js'

/** All rules and losses, and all options. */
export const allOptions: OptionScope = {
  rules,
  namedRule: (rule) => oneOf('OL_RULE', 'rule', Object.keys(rules) as RuleId[], rule),
  losses,
  namedLoss: (loss) => oneOf('OL_LOSS', 'loss', Object.keys(losses) as LossId[], loss),
  further: furtherOptions,
}

/** Validates options and fills in the defaults: OL_RULE, OL_LOSS or OL_PARAMETER with the name and the value. */
export function resolveOptions(options: AnyLearnerOptions = {}): Settings {
  return resolveWith(options, allOptions)
}

/** Returns the rule of these options, of all: see `impliedUnder`. */
export function impliedRule(options: AnyLearnerOptions): RuleId {
  return impliedUnder(options, rules)
}

/**
 * Checks options that a program puts together at run time.
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
