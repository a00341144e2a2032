import { OLError, type RuleId, rules } from '@ol/spec'

/** OL_HORIZON where a rule that has learned from so many examples can learn from no more than that. */
export function checkHorizon(rule: RuleId, had: number, more: number): void {
  const { maxExamples } = rules[rule]
  if (maxExamples === undefined || had + more <= maxExamples) return
  const text = `Rule ${rule} learns from at most ${maxExamples} examples: it has had ${had}, and ${more} more are asked for`
  throw new OLError('OL_HORIZON', text, { value: had + more, expected: `<= ${maxExamples}` })
}
