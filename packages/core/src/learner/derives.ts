import type { Learner } from './learner.js'

/**
 * Returns whether a model learns features that it derives: its examples are rows of a table, and enough of them came.
 */
export function derivesFeatures(model: Learner<number | string>): boolean {
  return model.learnerState().model.members.some(({ depth }) => depth > 0)
}
