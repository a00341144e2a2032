import type { RuleId } from '@ol/spec'
import { adagradTwins } from './adagrad/index.js'
import { fullMatrixTwins } from './full-matrix/index.js'
import { gradientTwins } from './gradient/index.js'
import { marginTwins } from './margin/index.js'
import { mirrorDescentTwins } from './mirror-descent/index.js'
import { normalizedTwins } from './normalized/index.js'
import { parameterFreeTwins } from './parameter-free/index.js'
import type { RuleTwin } from './rule.js'
import { standardizedTwins } from './standardized/index.js'

/** The twins of the table of rules, without modifiers, kind by kind; the type refuses a missing one. */
export const ruleTwins: Record<RuleId, RuleTwin> = {
  ...normalizedTwins,
  ...gradientTwins,
  ...adagradTwins,
  ...mirrorDescentTwins,
  ...marginTwins,
  ...parameterFreeTwins,
  ...fullMatrixTwins,
  ...standardizedTwins,
}
