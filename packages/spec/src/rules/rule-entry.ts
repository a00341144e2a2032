import type { LossId } from '../losses.js'
import { type ParamEntry, type ParamName, paramText } from '../params.js'
import { largestLabel, roundNumber, type StateRange, smallestLabel, weightSum } from './state-range.js'

/** One number that a table keeps for every feature. */
export interface StateEntry {
  /** name of the tensor in the model file */
  readonly name: string
  /** a row of a square matrix: as many numbers as the table has rows; the last lane state only */
  readonly matrix?: boolean
  /** for a shared state: a model file omits it if it is 0 in every row, as in files older than the state */
  readonly optional?: boolean
  /** the range of its numbers */
  readonly range: StateRange
  /** for a matrix: the range of its diagonal, if that is narrower */
  readonly diagonal?: StateRange
}

/** How the step of an example is sized. */
export type Update = 'invariant' | 'plain'

/** The lanes of a rule, by their parameters; the rule has only these parameters and `prior`. */
export interface LaneSet {
  readonly rule: 'std'
  readonly lanes: readonly EnsembleLane[]
}

/** A lane: its rate, and the number of its choice of `scaling`. */
export interface EnsembleLane {
  readonly learningRate: number
  readonly scaling: number
}

/**
 * An update rule in the table of rules: its state, its parameters, and its abilities. `describedRules` has its
 * descriptions.
 */
export interface RuleEntry {
  readonly id: string
  /** the number of the rule in calls of the backends; never reused */
  readonly code: number
  /**
   * `matrix`: keeps a matrix over all features. Its table is always float64 and has a row for each feature, in the order
   * of their first appearance; shared state 0 is the index of the feature + 1
   */
  readonly kind?: 'matrix'
  /**
   * the rule that becomes this one if an option gives a parameter that only this one has: see `ruleWith`; modifiers
   * work in the same way
   */
  readonly extends?: string
  /** per feature and lane, in the table's precision; `read` starts from the first */
  readonly lane: readonly StateEntry[]
  /** per feature, one for all lanes, always float64 */
  readonly shared: readonly StateEntry[]
  /** per model, one for all lanes, after the engine's scalars (`engineScalars`) */
  readonly scalars: readonly StateEntry[]
  /** per model and lane, after those */
  readonly laneScalars: readonly StateEntry[]
  /** parameters, each lane its own values */
  readonly params: readonly ParamEntry[]
  /** the first is the default */
  readonly updates: readonly Update[]
  /**
   * the range in which predictions are kept if neither the options nor the loss give one, and labels have no scale;
   * absent: the range of the loss
   */
  readonly clip?: 'vw'
  /**
   * the losses that the rule's theory allows; absent: all. `othersRefused`: the rule is not computable for other losses
   */
  readonly losses?: readonly LossId[]
  readonly othersRefused?: boolean
  /** the largest table, for rules that visit the entire table for each example; absent: `limits.maxBits` */
  readonly maxBits?: number
  /** the choices of a parameter for which the rule visits the entire table; absent: all */
  readonly dense?: { readonly param: ParamName; readonly choices: readonly string[] }
  /**
   * The parameter of a regularization that treats features by namespace, which shared state `group` keeps. With
   * choices: if it has one of them; otherwise if `groupFactors` are given, which multiply it
   */
  readonly grouped?: { readonly param: ParamName; readonly choices?: readonly string[] }
  /** absent: `limits.defaultBits` */
  readonly defaultBits?: number
  /**
   * whether a first pass over the data must have filled shared state 0 with the largest |x| of each feature before the
   * first example is learned
   */
  readonly firstPass?: boolean
  /** the most examples that a model can learn from; absent: any number */
  readonly maxExamples?: number
  /** whether predictions use the mean of the weights instead of the weights that learn */
  readonly averages?: boolean
  /** whether it keeps statistics of features and of real labels: see `Plan.standardize` */
  readonly standardizes?: boolean
  /** for a rule that is a mixture of lanes of another rule: that rule, and the lanes of each class */
  readonly ensemble?: LaneSet
  /**
   * How far a value may lie beyond the earlier values of its feature and still count unchanged, unless the option
   * `outliers` says otherwise: see `Plan.reach`. Absent: any value counts unchanged
   */
  readonly reach?: number
  /** whether predictions stay the same when a feature is multiplied by a constant (up to rounding) */
  readonly scaleInvariant: boolean
}

/** Returns whether a rule with these parameters (of one lane, in the order of its entry) is bound to `maxBits`. */
export function wholeTable(rule: RuleEntry, params: ArrayLike<number>): boolean {
  const { dense, maxBits } = rule
  if (maxBits === undefined) return false
  if (dense === undefined) return true
  const at = rule.params.findIndex((p) => p.name === dense.param)
  return dense.choices.includes(String(paramText(rule.params[at], params[at])))
}

/** Returns whether a rule with these parameters (of one lane) groups features by namespace whether or not there are `groupFactors`. */
export function groupsFeatures({ grouped, params }: RuleEntry, values: ArrayLike<number>): boolean {
  if (grouped?.choices === undefined) return false
  const at = params.findIndex((p) => p.name === grouped.param)
  return grouped.choices.includes(String(paramText(params[at], values[at])))
}

/** The default loss of a rule: squared, if the rule takes it. */
export function defaultLoss({ losses, othersRefused }: RuleEntry): LossId {
  return losses === undefined || othersRefused !== true || losses.includes('squared') ? 'squared' : losses[0]
}

/** Scalars that the engine keeps for every model, before the rule's. */
export const engineScalars: readonly StateEntry[] = [
  // sum of the weights of the examples learned from
  { name: 't', range: weightSum },
  // number of examples learned from
  { name: 'examples', range: roundNumber },
  // smallest and largest label learned from, +Infinity and -Infinity before the first
  { name: 'min_label', range: smallestLabel },
  { name: 'max_label', range: largestLabel },
]

/** Scalars that the engine keeps for every lane, before the rule's. */
export const engineLaneScalars: readonly StateEntry[] = [
  // the example at which the lane diverged and stopped; 0 while it learns
  { name: 'dropped', range: roundNumber },
]
