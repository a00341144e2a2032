import type { Batch } from '@ol/spec'
import type { Learner } from './learner.js'
import { intervalAt, learnedIntervalsOf } from './predict-interval.js'
import type { IntervalOfBatch } from './predicted-batch.js'
import { outcomeOf } from './predicting.js'

type AnyModel = Learner<number | string>

/** Throws OL_PARAMETER if a model learned no intervals. */
export function checkIntervals(model: AnyModel): void {
  learnedIntervalsOf(model.learnerState())
}

/** Sets whether the intervals of a model stay unchanged while it learns examples that it has already learned. */
export function keepIntervals(model: AnyModel, kept: boolean): void {
  model.learnerState().keepsIntervals = kept
}

/** Returns the scores of a batch that is known to be valid, with classes one of each, and the intervals: OL_PARAMETER as above. */
export function scoresWithIntervals(
  model: AnyModel,
  batch: Batch,
): { readonly scores: Float64Array; readonly intervalOf: IntervalOfBatch } {
  const state = model.learnerState()
  const outcome = outcomeOf(state, batch, { trusted: true })
  const intervalOf = intervalAt(state, outcome, batch.size)
  return { scores: (outcome.scores ?? outcome.predictions).slice(), intervalOf }
}
