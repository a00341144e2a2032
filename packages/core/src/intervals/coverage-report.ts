import type { Task } from '@ol/spec'
import { intervalLevels, usualLevel, usualPlace } from './interval-levels.js'
import type { CoverageSums } from './level-thresholds.js'

/** How many labels were inside their intervals or sets of classes, which were computed before the label was known. All numbers are weighted. */
export interface CoverageReport {
  /** the share of labels that should be inside */
  readonly level: number
  /** the share of labels that was inside */
  readonly coverage: number
  /** for a model that did not learn: the number of examples of equal weight that would show the coverage as reliably */
  readonly effective?: number
  /** for labels that are numbers: the mean width of the intervals, in the unit of the labels */
  readonly meanWidth?: number
  /** for classes: the mean number of classes in a set */
  readonly meanSize?: number
  /** the same for each level with learned intervals, ascending */
  readonly levels: readonly { readonly level: number; readonly coverage: number }[]
}

/** Returns the report of sums; undefined if nothing was summed. */
export function coverageReport(
  task: Task,
  { weight, squares, extent, held }: CoverageSums,
): CoverageReport | undefined {
  if (!(weight > 0)) return undefined
  const mean = extent / weight
  return {
    level: usualLevel,
    coverage: held[usualPlace] / weight,
    ...(squares === undefined ? {} : { effective: (weight / squares) * weight }),
    ...(task === 'regression' ? { meanWidth: mean } : { meanSize: mean }),
    levels: intervalLevels.map((level, l) => ({ level, coverage: held[l] / weight })),
  }
}
