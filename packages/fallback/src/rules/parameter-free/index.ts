import type { ParameterFreeRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { coin } from './coin.js'
import { kt } from './kt.js'
import { scinol1, scinol2 } from './scinol.js'

export const parameterFreeTwins: Record<ParameterFreeRule, RuleTwin> = { scinol1, scinol2, kt, coin }
