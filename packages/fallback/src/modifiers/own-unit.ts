import type { RuleTwin, Step } from '../rules/rule.js'

const weight = new Float64Array(1)
const states = new Float64Array(2)

/** Returns the weight in the feature's own unit that `base` makes of v, with shared state 0 times `fade`. */
export function inOwnUnit(
  base: RuleTwin,
  v: number,
  S: Float64Array,
  s: number,
  fade: number,
  c: Step,
  l: number,
): number {
  // the states that rules with modifiers read: state 0, and no more than two shared states
  weight[0] = v
  states[0] = S[s] * fade
  states[1] = S[s + 1]
  return base.weight(weight, 0, 1, states, 0, c, l)
}
