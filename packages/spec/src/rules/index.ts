import { type BaselinesRule, baselines } from './baselines.js'
import { type BeyondRule, beyond } from './beyond.js'
import { type ClassifierRule, classifiers } from './classifiers.js'
import { type DuchiRule, duchi } from './duchi.js'
import type { RuleEntry } from './entry.js'
import { type MatrixRule, matrices } from './matrix.js'
import { type OrabonaRule, orabona } from './orabona.js'
import { type RossRule, ross } from './ross.js'
import { type StreeterRule, streeter } from './streeter.js'

export type { BeyondRule } from './beyond.js'
export type { ClassifierRule } from './classifiers.js'
export type { DuchiRule } from './duchi.js'
export * from './entry.js'
export type { MatrixRule } from './matrix.js'
export type { OrabonaRule } from './orabona.js'
export type { RossRule } from './ross.js'
export type { StreeterRule } from './streeter.js'

export type RuleId =
  | RossRule
  | StreeterRule
  | DuchiRule
  | BaselinesRule
  | OrabonaRule
  | ClassifierRule
  | BeyondRule
  | MatrixRule

/**
 * The table of rules. What a rule is called, keeps, takes and can do stands here and nowhere else; the two backends
 * hold the arithmetic, and flags, help, tests, model files and benchmarks iterate over this table.
 */
export const rules: Record<RuleId, RuleEntry> = {
  ...ross,
  ...streeter,
  ...duchi,
  ...baselines,
  ...orabona,
  ...classifiers,
  ...beyond,
  ...matrices,
}
