import type { ModifiedRule, ModifierId, RuleId } from '@ol/spec'
import { adagradTheorems } from './adagrad.js'
import { fullMatrixTheorems } from './full-matrix.js'
import { gradientTheorems } from './gradient.js'
import { marginTheorems } from './margin.js'
import { mirrorDescentTheorems } from './mirror-descent.js'
import { normalizedTheorems } from './normalized.js'
import { parameterFreeTheorems } from './parameter-free.js'
import { standardizedTheorems } from './standardized.js'
import type { NoTheorem, Theorem, Theorems } from './theorem.js'

/** The theorem about each rule without modifiers, or the reason why there is none. */
export const theorems: Theorems<RuleId> = {
  ...normalizedTheorems,
  ...gradientTheorems,
  ...adagradTheorems,
  ...mirrorDescentTheorems,
  ...marginTheorems,
  ...parameterFreeTheorems,
  ...fullMatrixTheorems,
  ...standardizedTheorems,
}

/** The reason why no theorem is known about rules with a modifier. */
const modified: Readonly<Record<ModifierId, NoTheorem>> = {
  penalty: {
    reason:
      'the known bounds for penalties (Duchi, Hazan, Singer 2010) assume plain steps in a unit that does not change',
  },
  average: {
    reason:
      'the rule learns as it does without averages; bounds for averaged weights are about their expected loss',
  },
}

/** Returns the theorem about a rule with its modifiers, or the reason why there is none. */
export function theoremOf({ rule, modifiers }: ModifiedRule): Theorem | NoTheorem {
  return modifiers.length > 0 ? modified[modifiers[0]] : theorems[rule]
}
