import { links } from '@ol/numerics'
import { checkNames, invalid, lossOf, OLError } from '@ol/spec'
import type { Features } from '../examples/features.js'
import { ClassSets } from '../intervals/class-sets.js'
import { checkLevel } from '../intervals/interval-levels.js'
import type { NumberIntervals } from '../intervals/number-intervals.js'
import type { Outcome } from '../lanes/outcome.js'
import type { LearnerState } from './learner-state.js'
import type { PredictionInterval } from './predicted-batch.js'
import { labelsOf, predictFeatures } from './predicting.js'
import { positionAt, taskTerms } from './task-terms.js'

/** How an interval is used. */
export interface IntervalOptions {
  /**
   * whether the model learns the label before it predicts the next example. The interval then follows the latest
   * errors so closely that it contains about the requested share of any thousand labels in a row. Default false: an
   * interval for many examples, based on the last thousand errors or so
   */
  readonly following?: boolean | undefined
}

/** Returns what intervals were learned: OL_PARAMETER if there are none. */
export function learnedIntervalsOf({ intervals, settings }: LearnerState): ClassSets | NumberIntervals {
  if (intervals !== undefined) return intervals
  const why =
    settings.predictOnly === undefined
      ? "its intervals are off, or it is of an earlier version of OL; train it again, without intervals 'off'"
      : 'it was saved for predictions alone; take the model that was trained'
  throw new OLError('OL_PARAMETER', `Expected a model that learned intervals but ${why}`, {
    value: settings.intervals,
    expected: "intervals: 'auto'",
  })
}

/** Returns what gives the interval of a level for each example of an outcome: OL_PARAMETER if there are none. */
export function intervalAt(state: LearnerState, outcome: Outcome, size: number) {
  const intervals = learnedIntervalsOf(state)
  const terms = taskTerms(state.settings, labelsOf(state))
  const { predictions } = outcome
  const scores = outcome.scores ?? predictions
  const link = links[lossOf(state.settings.loss).link]
  return (e: number, level: number, following = false): PredictionInterval => {
    checkLevel('level', level)
    if (intervals instanceof ClassSets) {
      const prediction = terms.labels[positionAt(terms, scores, e)]
      const set = intervals.at(outcome, e, size, { level, following }).map((k) => terms.labels[k])
      return { prediction, level, low: undefined, high: undefined, set }
    }
    const prediction = link(predictions[e])
    return { prediction, level, ...intervals.at(prediction, level, following), set: undefined }
  }
}

/** Returns a prediction with the interval of a level. */
export function predictInterval(
  state: LearnerState,
  features: Features,
  level: number,
  options: IntervalOptions,
): PredictionInterval {
  checkNames(options, ['following'] satisfies (keyof IntervalOptions)[])
  const { following = false } = options
  if (typeof following !== 'boolean') throw invalid('OL_PARAMETER', 'following', 'true or false', following)
  learnedIntervalsOf(state)
  return intervalAt(state, predictFeatures(state, features), 1)(0, level, following)
}
