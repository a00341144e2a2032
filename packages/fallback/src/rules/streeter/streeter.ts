import type { StreeterRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { aogd } from './aogd.js'
import { flh, flh2 } from './flh.js'
import { hazanKale } from './hazan-kale.js'
import { ogdCoordinate } from './ogd-coordinate.js'
import { ogdGlobal } from './ogd-global.js'

export const streeterTwins: Record<StreeterRule, RuleTwin> = {
  'ogd-global': ogdGlobal,
  'ogd-coordinate': ogdCoordinate,
  aogd,
  'hazan-kale': hazanKale,
  flh,
  flh2,
}
