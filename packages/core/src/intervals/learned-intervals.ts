import { type Link, lossOf, type ThresholdCalls } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { taskOf } from '../options/task.js'
import { ClassSets } from './class-sets.js'
import { NumberIntervals } from './number-intervals.js'

/** Returns the learner of intervals of labels; undefined: there is none. `state`: as stored in a model file, empty for a new model */
export function learnedIntervals(
  settings: Settings,
  state: readonly Float64Array[],
  backend: ThresholdCalls,
): ClassSets | NumberIntervals | undefined {
  if (settings.intervals === 'off') return undefined
  const own = state.length === 0 ? undefined : state
  return taskOf(settings) === 'regression'
    ? new NumberIntervals(numberLinkOf(settings), own, backend)
    : new ClassSets(settings.loss, own, backend)
}

/** Returns the link from scores to numbers in the unit of the labels. */
function numberLinkOf({ loss }: Settings): Link {
  return lossOf(loss).link
}
