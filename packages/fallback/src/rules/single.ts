import { adagrad as adagradTwin } from './adagrad/adagrad.js'
import { sgd as sgdTwin } from './gradient/sgd.js'
import type { Twins } from './known.js'
import { ftrl as ftrlTwin } from './mirror-descent/ftrl.js'
import { nag as nagTwin } from './normalized/nag.js'
import { ng as ngTwin } from './normalized/ng.js'
import { vw as vwTwin } from './normalized/vw.js'
import { std as stdTwin } from './standardized/std.js'

/*
 * Rules one by one, of which a program imports those that it learns. The mixtures learn by the kernel of `std`.
 */

export const adagrad: Twins = { adagrad: adagradTwin }
export const auto: Twins = { auto: stdTwin, 'auto-small': stdTwin }
export const ftrl: Twins = { ftrl: ftrlTwin }
export const nag: Twins = { nag: nagTwin }
export const ng: Twins = { ng: ngTwin }
export const sgd: Twins = { sgd: sgdTwin }
export const std: Twins = { std: stdTwin }
export const vw: Twins = { vw: vwTwin }
