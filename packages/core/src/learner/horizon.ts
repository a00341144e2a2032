import { type ModifiedRule, OLError, ruleOf } from '@ol/spec'

/** Throws OL_HORIZON where a rule cannot learn from this many more examples. */
export function checkHorizon(rule: ModifiedRule, had: number, more: number): void {
  const { id, maxExamples } = ruleOf(rule)
  if (maxExamples === undefined || had + more <= maxExamples) return
  const text = `Expected at most ${maxExamples} examples for rule ${id} but received ${more} after ${had}`
  throw new OLError('OL_HORIZON', text, { value: had + more, expected: `<= ${maxExamples}` })
}
