import type { EvaluationReport } from '@ol/core'
import { one } from './noun.js'

/** The smallest correlation of neighbouring labels that is reported, and how many standard errors it is at least. */
const least = { correlation: 0.3, deviations: 4 } as const

/**
 * Returns a warning if the rows are in an order of time, of groups or of their labels, which helps to predict each row
 * after its neighbours were learned; undefined: they are not.
 */
export function rowOrder({ neighbours, overall }: EvaluationReport, noun: string): string | undefined {
  const { correlation, deviations } = least
  if (!(neighbours >= Math.max(correlation, deviations / Math.sqrt(overall.examples)))) return undefined
  const row = one(noun)
  return `The ${noun} are in an order: neighbours have similar labels (correlation ${neighbours.toFixed(2)}). Each ${row} was predicted after its neighbours were learned, so expect these results only for new ${noun} that continue the order. If they will not, shuffle the ${noun} before training.`
}
