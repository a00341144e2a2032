import { type NameFilter, noNames } from '../examples/name-hasher.js'
import type { LeanLearner } from './lean-learner.js'

/** Returns which names of features a model currently needs: names that it keeps and does not know yet. */
export function wantedNames(learner: LeanLearner<number | string>): NameFilter {
  const { names } = learner.learnerState()
  return names ?? noNames
}
