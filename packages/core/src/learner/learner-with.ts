import { engineBackend, type FurtherCalls, type KnownRules } from '@ol/fallback'
import { OLError, type RuleEntry, type RuleTable } from '@ol/spec'
import { BaseLearner } from './base-learner.js'
import type { LearnerParts } from './learner-parts.js'

/** A part to make a learner with: itself, and the calls of the backend in TypeScript that it makes. */
export interface AttachedPart {
  readonly part: Partial<Omit<LearnerParts, 'backend' | 'rules' | 'namedRule'>>
  readonly calls: Partial<FurtherCalls>
}

/**
 * Returns a class of learners with some rules and parts alone, so that a page loads no others. Its learners and models are those of
 * `Learner`: what they were given they do alike, and what they were not given throws OL_PART.
 *
 * @param rules the rules that it can learn, by id: see `@ol/core/rules`
 * @param attached parts: see `@ol/core/parts`
 * @returns a class with the constructor and the methods of `Learner`
 */
export function learnerWith(rules: KnownRules, ...attached: readonly AttachedPart[]): typeof BaseLearner {
  const calls = Object.assign({}, ...attached.map((one) => one.calls)) as Partial<FurtherCalls>
  const parts = Object.assign({}, ...attached.map(({ part }) => part)) as AttachedPart['part']
  const own: LearnerParts = { ...parts, ...named(rules), backend: engineBackend(rules, calls) }
  return class extends BaseLearner {
    static override readonly parts: LearnerParts = own
  } as typeof BaseLearner
}

/** Returns the entries of rules, and how others are refused: with OL_PART. */
function named(known: KnownRules): Pick<LearnerParts, 'rules' | 'namedRule'> {
  const rules: RuleTable = Object.fromEntries(
    Object.entries(known).map(([rule, { entry }]): [string, RuleEntry] => [rule, entry]),
  )
  const namedRule: LearnerParts['namedRule'] = (rule) => {
    if (Object.hasOwn(rules, rule)) return rule
    const expected = Object.keys(rules).join(', ')
    const text = `Expected a rule that this learner was made with (${expected}) but received ${rule}`
    throw new OLError('OL_PART', text, { value: rule, expected })
  }
  return { rules, namedRule }
}
