import type { ParamName } from '../params.js'

/** What a rule is called, does, and comes from: nothing that learning needs. */
export interface RuleDescription {
  readonly title: string
  readonly paper: string
  /** the update, with w the weight in the feature's own unit */
  readonly formula: string
  /** of parameters whose description is not that of `paramDescriptions` */
  readonly params?: Partial<Record<ParamName, string>>
  /** of states whose description is not that of `stateDescriptions` */
  readonly states?: Readonly<Record<string, string>>
  /** work per example */
  readonly cost: string
  readonly description: string
  /** what differs from the algorithm as its paper prints it unless options say otherwise, and the flags that say so */
  readonly differs?: string
  /** data on which it fails, and what to do */
  readonly fails?: string
}

/** What a modifier is called, does, and comes from. */
export interface ModifierDescription {
  readonly title: string
  readonly paper: string
  readonly formula: string
  readonly description: string
  /** why other rules do not take it */
  readonly others: string
}

/** What a loss computes, and what it is for. */
export interface LossDescription {
  readonly formula: string
  readonly derivative: string
  readonly description: string
}
