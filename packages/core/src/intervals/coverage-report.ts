import type { Task } from '@ol/spec'
import { intervalLevels, usualLevel, usualPlace } from './interval-levels.js'
import type { CoverageSums } from './level-thresholds.js'

/** How many labels lay in their intervals, or sets of classes, each of which was known before the label. All is weighted. */
export interface CoverageReport {
  /** the share of the labels that they are to hold */
  readonly level: number
  /** the share that they held */
  readonly coverage: number
  /** for labels that are numbers: the mean width of the intervals, in the unit of the labels */
  readonly meanWidth?: number
  /** for classes: the mean number of classes in a set */
  readonly meanSize?: number
  /** the same of each level whose intervals are learned, ascending */
  readonly levels: readonly { readonly level: number; readonly coverage: number }[]
}

/** Returns the report of sums; undefined if nothing was summed. */
export function coverageReport(
  task: Task,
  { weight, extent, held }: CoverageSums,
): CoverageReport | undefined {
  if (!(weight > 0)) return undefined
  const mean = extent / weight
  return {
    level: usualLevel,
    coverage: held[usualPlace] / weight,
    ...(task === 'regression' ? { meanWidth: mean } : { meanSize: mean }),
    levels: intervalLevels.map((level, l) => ({ level, coverage: held[l] / weight })),
  }
}
