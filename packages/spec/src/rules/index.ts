import { type BaselinesRule, baselines } from './baselines.js'
import { type DuchiRule, duchi } from './duchi.js'
import type { RuleEntry } from './entry.js'
import { type RossRule, ross } from './ross.js'
import { type StreeterRule, streeter } from './streeter.js'

export type { DuchiRule } from './duchi.js'
export * from './entry.js'
export type { RossRule } from './ross.js'
export type { StreeterRule } from './streeter.js'

export type RuleId = RossRule | StreeterRule | DuchiRule | BaselinesRule

/**
 * The table of rules. What a rule is called, keeps, takes and can do stands here and nowhere else; the two backends
 * hold the arithmetic, and flags, help, tests, model files and benchmarks iterate over this table.
 */
export const rules: Record<RuleId, RuleEntry> = { ...ross, ...streeter, ...duchi, ...baselines }
