import type { Named } from '@ol/fallback'
import type { TokenPlan, Tokens } from '@ol/spec'
import type { ExpansionFault } from '../read-report.js'

/** The part of tokens that is read, and of the plan that made them. */
export type ExpandedTokens = Pick<
  Tokens,
  'offsets' | 'indices' | 'upper' | 'values' | 'spaces' | 'spaceEnds' | 'counts'
>
export type ExpandedPlan = Pick<TokenPlan, 'wide' | 'constant' | 'groups'>

/** Features of a chunk after expansion; the arrays are reused for the next. */
export interface Expanded {
  /** the names of the features, where the tokens have names */
  readonly names: readonly (Named | undefined)[]
  readonly offsets: Uint32Array
  readonly indices: Uint32Array
  /** of any length if the plan does not request them */
  readonly upper: Uint32Array
  readonly values: Float64Array
  /** of of any length if the plan does not request them */
  readonly groups: Uint8Array
  readonly features: number
  /** the examples [first, until) of the chunk */
  readonly first: number
  readonly until: number
  /** examples (of the chunk) that have no features and must be left out */
  readonly bad: readonly { readonly example: number; readonly fault: ExpansionFault }[]
}
