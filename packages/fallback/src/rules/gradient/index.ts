import type { GradientRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { aogd } from './aogd.js'
import { flh, flh2 } from './flh.js'
import { hazanKale } from './hazan-kale.js'
import { ogdCoordinate } from './ogd-coordinate.js'
import { ogdGlobal } from './ogd-global.js'
import { sgd } from './sgd.js'

export const gradientTwins: Record<GradientRule, RuleTwin> = {
  sgd,
  'ogd-global': ogdGlobal,
  'ogd-coordinate': ogdCoordinate,
  aogd,
  'hazan-kale': hazanKale,
  flh,
  flh2,
}
