import type { Batch, Results } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { settleClasses } from './classes.js'
import type { Outcome } from './outcome.js'

/**
 * Writes the scores of the lanes of classes, one of each against all others, as the answers to the examples of a batch, from `from`
 * on of the outcome. `before`: of the first of them, see `settleClasses`.
 */
export function answerByClasses(
  { loss }: Pick<Settings, 'loss'>,
  { size, labels }: Batch,
  results: Results,
  { scores, predictions, logLosses, losses }: Outcome,
  from: number,
  before: number | undefined,
): void {
  if (scores === undefined || logLosses === undefined) return
  const groups = results.predictions.length / size
  scores.set(results.predictions, from * groups)
  for (let e = 0; e < size; e++) {
    const to = from + e
    let lossSum = 0
    for (let g = 0; g < groups; g++) lossSum += results.losses[e * groups + g]
    losses[to] = lossSum / groups
    settleClasses(
      { scores, predictions, logLosses },
      to,
      labels[e],
      loss,
      groups,
      e === 0 ? before : undefined,
    )
  }
}
