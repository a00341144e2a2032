import type { MirrorDescentRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { ftrl } from './ftrl.js'
import { omdL1 } from './omd-l1.js'
import { omdStronglyConvex } from './omd-strongly-convex.js'
import { pnormLms } from './pnorm-lms.js'
import { rda } from './rda.js'
import { scaleInvariantAdagrad } from './scale-invariant-adagrad.js'
import { scaleInvariantPnorm } from './scale-invariant-pnorm.js'

export const mirrorDescentTwins: Record<MirrorDescentRule, RuleTwin> = {
  'omd-l1': omdL1,
  rda,
  'omd-strongly-convex': omdStronglyConvex,
  'scale-invariant-pnorm': scaleInvariantPnorm,
  'scale-invariant-adagrad': scaleInvariantAdagrad,
  'pnorm-lms': pnormLms,
  ftrl,
}
