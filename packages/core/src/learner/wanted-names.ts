import { type NameFilter, noNames } from '../examples/name-hasher.js'
import type { LeanLearner } from './lean-learner.js'

/** Returns which names of features a model wants as it is now: those that it keeps and does not know. */
export function wantedNames(learner: LeanLearner<number | string>): NameFilter {
  const { names } = learner.learnerState()
  return names ?? noNames
}
