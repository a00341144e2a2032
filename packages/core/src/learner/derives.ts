import type { Learner } from './learner.js'

/**
 * Returns whether a model learns derived features: its examples are rows of a table, and there have been enough.
 */
export function derivesFeatures(model: Learner<number | string>): boolean {
  return model.learnerState().model.members.some(({ depth }) => depth > 0)
}
