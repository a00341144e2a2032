import type { NormalizedRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { conditioner } from './conditioner.js'
import { nag } from './nag.js'
import { nagPower } from './nag-power.js'
import { ng } from './ng.js'
import { snag } from './snag.js'
import { snagMeanSquare } from './snag-meansquare.js'
import { snagSeen } from './snag-seen.js'
import { vw } from './vw.js'

export const normalizedTwins: Record<NormalizedRule, RuleTwin> = {
  nag,
  'nag-power': nagPower,
  ng,
  snag,
  'snag-seen': snagSeen,
  'snag-meansquare': snagMeanSquare,
  conditioner,
  // its scales are known before the first example: see Learner.fitScales
  transductive: conditioner,
  vw,
}
