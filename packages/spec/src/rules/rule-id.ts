import type { AdagradRule } from './adagrad.js'
import type { FullMatrixRule } from './full-matrix.js'
import type { GradientRule } from './gradient.js'
import type { MarginRule } from './margin.js'
import type { MirrorDescentRule } from './mirror-descent.js'
import type { NormalizedRule } from './normalized.js'
import type { ParameterFreeRule } from './parameter-free.js'
import type { RuleEntry } from './rule-entry.js'
import type { StandardizedRule } from './standardized.js'

/** The id of an update rule: see `rules`. */
export type RuleId =
  | NormalizedRule
  | GradientRule
  | AdagradRule
  | MirrorDescentRule
  | MarginRule
  | ParameterFreeRule
  | FullMatrixRule
  | StandardizedRule

/** Rules by id: all of them, or the ones that a program imports. */
export type RuleTable = { readonly [rule in RuleId]?: RuleEntry }
