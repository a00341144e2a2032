import type { BeyondRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { ftrl } from './ftrl.js'
import { kt } from './kt.js'
import { scinol1, scinol2 } from './scinol.js'
import { vw } from './vw.js'

export const beyondTwins: Record<BeyondRule, RuleTwin> = { scinol1, scinol2, ftrl, kt, vw }
