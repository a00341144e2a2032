import type { DuchiRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { adagrad } from './adagrad.js'

export const duchiTwins: Record<DuchiRule, RuleTwin> = { adagrad }
