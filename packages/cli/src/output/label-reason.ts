import { labelReasons } from '@ol/pipeline/internal'
import type { LabelReport } from '@ol/reader'

/** Returns why a column is the label, and how to choose another: ` (the last column; --label names another)`. */
export function labelReason({ by }: LabelReport): string {
  const reason = labelReasons[by]
  return reason === undefined ? '' : ` (${reason}; --label names another)`
}
