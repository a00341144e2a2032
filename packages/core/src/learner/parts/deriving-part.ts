import { expertsOf, partsOf } from '../../expand/stored-experts.js'
import { expandOptions } from '../../options/option-groups.js'
import { termsOf } from '../model-terms.js'
import type { ExpertsPart } from '../state-parts.js'

/** Derived features: the option `expand`, and `terms`. */
export interface DerivingPart extends ExpertsPart {
  readonly termsOf: typeof termsOf
}

export const deriving: DerivingPart = { ...expandOptions, expertsOf, partsOf, termsOf }
