import { type CoverageReport, coverageReport } from '../intervals/coverage-report.js'
import { taskOf } from '../options/task.js'
import type { LearnerState } from './learner-state.js'

/**
 * Returns how many labels were inside the intervals of a model, over all examples that it learned from; undefined:
 * there were none.
 */
export function coverageOf({ intervals, settings }: LearnerState): CoverageReport | undefined {
  return intervals && coverageReport(taskOf(settings), intervals.coverage)
}
