import type { RuleId } from '@ol/spec'
import { sgd } from './baselines/sgd.js'
import { beyondTwins } from './beyond/beyond.js'
import { classifierTwins } from './classifiers/classifiers.js'
import { duchiTwins } from './duchi/duchi.js'
import { matrixTwins } from './matrix/matrix.js'
import { orabonaTwins } from './orabona/orabona.js'
import { rossTwins } from './ross/ross.js'
import type { RuleTwin } from './rule.js'
import { streeterTwins } from './streeter/streeter.js'

/** The twins of the table of rules, family by family; the type refuses a missing one. */
export const ruleTwins: Record<RuleId, RuleTwin> = {
  ...rossTwins,
  ...streeterTwins,
  ...duchiTwins,
  sgd,
  ...orabonaTwins,
  ...classifierTwins,
  ...beyondTwins,
  ...matrixTwins,
}
