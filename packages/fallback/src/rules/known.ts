import { OLError, type RuleId } from '@ol/spec'
import type { RuleTwin } from './rule.js'

/** Twins by rule: those that a program has imported, so that a page need not load all. */
export type Twins = { readonly [rule in RuleId]?: RuleTwin }

const known = new Map<string, RuleTwin>()

/** Makes rules known to the engine, which learns no others. */
export function addTwins(twins: Twins): void {
  for (const [rule, twin] of Object.entries(twins)) known.set(rule, twin)
}

/** Returns the twin of a rule: OL_PART where it was not imported. */
export function twinOf(rule: RuleId): RuleTwin {
  const twin = known.get(rule)
  if (twin !== undefined) return twin
  const text = `Expected a rule that this learner was given but rule ${rule} is not among them: ${[...known.keys()].join(', ')}`
  throw new OLError('OL_PART', text, { value: rule })
}
