import { OLError, type RuleId, ruleOf } from '@ol/spec'

/** Throws OL_HORIZON where a rule cannot learn from this many more examples. */
export function checkHorizon(rule: RuleId, had: number, more: number): void {
  const { maxExamples } = ruleOf(rule)
  if (maxExamples === undefined || had + more <= maxExamples) return
  const text = `Expected at most ${maxExamples} examples for rule ${rule} but received ${more} after ${had}`
  throw new OLError('OL_HORIZON', text, { value: had + more, expected: `<= ${maxExamples}` })
}
