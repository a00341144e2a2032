import type { Learner } from './learner.js'
import { learnedIntervalsOf } from './predict-interval.js'

type AnyModel = Learner<number | string>

/** Throws OL_PARAMETER where a model learned no intervals. */
export function checkIntervals(model: AnyModel): void {
  learnedIntervalsOf(model.learnerState())
}

/** Says whether the intervals of a model stay as they are while it learns, from examples that it has learned from before. */
export function keepIntervals(model: AnyModel, kept: boolean): void {
  model.learnerState().keepsIntervals = kept
}
