import type { RuleId } from '@ol/spec'
import { sgd } from './baselines/sgd.js'
import { adagrad } from './duchi/adagrad.js'
import { nag } from './ross/nag.js'
import { ng } from './ross/ng.js'
import { snag } from './ross/snag.js'
import type { RuleTwin } from './rule.js'

/** The twins of the table of rules; the type refuses a missing one. */
export const ruleTwins: Record<RuleId, RuleTwin> = { nag, ng, snag, adagrad, sgd }
