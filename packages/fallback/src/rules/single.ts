import {
  adagradEntry,
  autoEntry,
  autoSmallEntry,
  ftrlEntry,
  nagEntry,
  ngEntry,
  sgdEntry,
  stdEntry,
  vwEntry,
} from '@ol/spec'
import { adagrad as adagradTwin } from './adagrad/adagrad.js'
import { sgd as sgdTwin } from './gradient/sgd.js'
import type { KnownRules } from './known.js'
import { ftrl as ftrlTwin } from './mirror-descent/ftrl.js'
import { nag as nagTwin } from './normalized/nag.js'
import { ng as ngTwin } from './normalized/ng.js'
import { vw as vwTwin } from './normalized/vw.js'
import { std as stdTwin } from './standardized/std.js'

/*
 * Single rules. A program imports those that it needs. The mixtures learn with the kernel of `std`.
 */

export const adagrad: KnownRules = { adagrad: { entry: adagradEntry, twin: adagradTwin } }
export const auto: KnownRules = {
  auto: { entry: autoEntry, twin: stdTwin },
  'auto-small': { entry: autoSmallEntry, twin: stdTwin },
}
export const ftrl: KnownRules = { ftrl: { entry: ftrlEntry, twin: ftrlTwin } }
export const nag: KnownRules = { nag: { entry: nagEntry, twin: nagTwin } }
export const ng: KnownRules = { ng: { entry: ngEntry, twin: ngTwin } }
export const sgd: KnownRules = { sgd: { entry: sgdEntry, twin: sgdTwin } }
export const std: KnownRules = { std: { entry: stdEntry, twin: stdTwin } }
export const vw: KnownRules = { vw: { entry: vwEntry, twin: vwTwin } }
