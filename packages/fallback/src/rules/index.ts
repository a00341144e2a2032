import type { RuleId } from '@ol/spec'
import { adagrad } from './adagrad.js'
import { nag } from './nag.js'
import { ng } from './ng.js'
import type { RuleTwin } from './rule.js'
import { sgd } from './sgd.js'
import { snag } from './snag.js'

/** The twins of the table of rules; the type refuses a missing one. */
export const ruleTwins: Record<RuleId, RuleTwin> = { nag, ng, snag, adagrad, sgd }
