import type { ClassLabel } from '../options/settings.js'
import { allParts } from './all-parts.js'
import { BaseLearner } from './base-learner.js'
import type { LearnerParts } from './learner-parts.js'
import type { LabelOrNone } from './predicted-batch.js'

/** The learner with all parts and all rules. P, K: as of `BaseLearner`. */
export class Learner<P extends ClassLabel = number, K extends LabelOrNone = LabelOrNone> extends BaseLearner<
  P,
  K
> {
  /** @internal */
  static override readonly parts: LearnerParts = allParts
}
