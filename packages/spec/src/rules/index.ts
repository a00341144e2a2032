import { type AdagradRule, adagradRules } from './adagrad.js'
import { type AveragedRule, averagedRules } from './averaged.js'
import { type FullMatrixRule, fullMatrixRules } from './full-matrix.js'
import { type GradientRule, gradientRules } from './gradient.js'
import { type MarginRule, marginRules } from './margin.js'
import { type MirrorDescentRule, mirrorDescentRules } from './mirror-descent.js'
import { type NormalizedRule, normalizedRules } from './normalized.js'
import { type ParameterFreeRule, parameterFreeRules } from './parameter-free.js'
import { type RegularizedRule, regularizedRules } from './regularized.js'
import type { RuleEntry } from './rule-entry.js'
import { type StandardizedRule, standardizedRules } from './standardized.js'

export type { AdagradRule } from './adagrad.js'
export type { AveragedRule } from './averaged.js'
export type { FullMatrixRule } from './full-matrix.js'
export type { GradientRule } from './gradient.js'
export type { MarginRule } from './margin.js'
export type { MirrorDescentRule } from './mirror-descent.js'
export type { NormalizedRule } from './normalized.js'
export type { ParameterFreeRule } from './parameter-free.js'
export type { RegularizedRule } from './regularized.js'
export * from './rule-entry.js'
export type { StandardizedRule } from './standardized.js'
export * as stateRanges from './state-range.js'
export { isWithin, type StateRange, stateRangeText } from './state-range.js'

/** The id of an update rule: see `rules`. */
export type RuleId =
  | NormalizedRule
  | GradientRule
  | AdagradRule
  | MirrorDescentRule
  | MarginRule
  | ParameterFreeRule
  | FullMatrixRule
  | RegularizedRule
  | AveragedRule
  | StandardizedRule

/** The rule where none is named. */
export const defaultRule = 'auto'

/** The rule where none is named, but something that only a single model has: see `impliedRule` of core. */
export const singleRule = 'nag'

/**
 * The table of rules. What a rule is called, keeps, accepts and can do is here and nowhere else; the two backends
 * hold the arithmetic, and flags, help, tests, model files and benchmarks iterate over this table.
 */
export const rules: Record<RuleId, RuleEntry> = {
  ...normalizedRules,
  ...gradientRules,
  ...adagradRules,
  ...mirrorDescentRules,
  ...marginRules,
  ...parameterFreeRules,
  ...fullMatrixRules,
  ...regularizedRules,
  ...averagedRules,
  ...standardizedRules,
}

/**
 * Returns the rule that takes all these parameters: the rule itself, or one that extends it. Names that neither has are
 * left for the caller to refuse.
 */
export function ruleWith(rule: RuleId, names: readonly string[]): RuleId {
  const own = taken(rule, names)
  let best = { rule, own }
  for (const { id, extends: base } of Object.values(rules)) {
    const all = taken(id as RuleId, names)
    if (base === rule && all > best.own) best = { rule: id as RuleId, own: all }
  }
  return best.rule
}

function taken(rule: RuleId, names: readonly string[]): number {
  return rules[rule].params.filter((p) => names.includes(p.name)).length
}
