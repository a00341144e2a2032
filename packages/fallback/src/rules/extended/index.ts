import type { AveragedRule, RegularizedRule } from '@ol/spec'
import { adagradTwins } from '../adagrad/index.js'
import { gradientTwins } from '../gradient/index.js'
import { normalizedTwins } from '../normalized/index.js'
import type { RuleTwin } from '../rule.js'
import { averaged } from './averaged.js'
import { regularized } from './regularized.js'

const { nag, ng, snag, 'snag-seen': seen, 'snag-meansquare': meansquare } = normalizedTwins

/** Rules that extend others. */
export const extendedTwins: Record<RegularizedRule | AveragedRule, RuleTwin> = {
  'nag-regularized': regularized('nag', nag),
  'ng-regularized': regularized('ng', ng),
  'snag-regularized': regularized('snag', snag),
  'snag-seen-regularized': regularized('snag-seen', seen),
  'snag-meansquare-regularized': regularized('snag-meansquare', meansquare),
  'nag-averaged': averaged('nag', nag),
  'ng-averaged': averaged('ng', ng),
  'snag-averaged': averaged('snag', snag),
  'snag-seen-averaged': averaged('snag-seen', seen),
  'snag-meansquare-averaged': averaged('snag-meansquare', meansquare),
  'adagrad-averaged': averaged('adagrad', adagradTwins.adagrad),
  'sgd-averaged': averaged('sgd', gradientTwins.sgd),
}
