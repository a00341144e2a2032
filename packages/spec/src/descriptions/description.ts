import type { ParamName } from '../params.js'

/** The name of a rule, its purpose and its source; learning needs none of them. */
export interface RuleDescription {
  readonly title: string
  readonly paper: string
  /** the update, with w the weight in the feature's own unit */
  readonly formula: string
  /** the descriptions of parameters that differ from `paramDescriptions` */
  readonly params?: Partial<Record<ParamName, string>>
  /** the descriptions of states that differ from `stateDescriptions` */
  readonly states?: Readonly<Record<string, string>>
  /** work per example */
  readonly cost: string
  readonly description: string
  /**
   * the differences from the algorithm as its paper prints it unless options say otherwise, and the flags that restore
   * it
   */
  readonly differs?: string
  /** data on which it fails, and what to do */
  readonly fails?: string
}

/** The name of a modifier, its purpose and its source. */
export interface ModifierDescription {
  readonly title: string
  readonly paper: string
  readonly formula: string
  readonly description: string
  /** why other rules do not take it */
  readonly others: string
}

/** The formula of a loss, and its use. */
export interface LossDescription {
  readonly formula: string
  readonly derivative: string
  readonly description: string
}
