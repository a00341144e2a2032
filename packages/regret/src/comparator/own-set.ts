import type { AnyLearnerOptions } from '@ol/core'
import { checkShape, invalid, type RuleId, rules } from '@ol/spec'
import type { ComparatorSet } from './sets.js'

/** Returns the set in which the rule keeps its weights, or with which it competes: `none` if its options name none. */
export function ownSet(observed: {
  readonly rule: RuleId
  readonly options: AnyLearnerOptions
}): ComparatorSet {
  checkShape('observed', observed, { rule: 'string', options: 'object' })
  const { rule, options } = observed
  if (!Object.hasOwn(rules, rule)) throw invalid('OL_PARAMETER', 'rule of observed', 'a rule', rule)
  for (const { name, ball } of rules[rule].params) {
    const radius = options[name]
    if (ball === undefined || typeof radius !== 'number') continue
    if (ball.where === undefined || options[ball.where.param] === ball.where.choice)
      return { kind: ball.norm, radius }
  }
  const { lower, upper } = options
  if (typeof lower !== 'number' || typeof upper !== 'number') return { kind: 'none' }
  const within = Math.min(-lower, upper)
  return within > 0 && within < 1e9 ? { kind: 'box', radius: within } : { kind: 'none' }
}
