import type { StandardizedRule } from '@ol/spec'
import type { RuleTwin } from '../rule.js'
import { std } from './std.js'

export const standardizedTwins: Record<StandardizedRule, RuleTwin> = { std, auto: std, 'auto-small': std }
