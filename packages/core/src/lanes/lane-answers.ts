import type { Batch, Results } from '@ol/spec'
import type { Settings } from '../options/settings.js'
import { settleClasses } from './classes.js'
import type { Mixture } from './mixture/mixture.js'
import type { Outcome } from './outcome.js'

/** What the lanes of a table are: of each class, or of all examples, one lane or a mixture of rates. */
export interface LaneModels {
  readonly settings: Settings
  /** absent: one lane of each group */
  readonly mixture: Mixture | undefined
}

/**
 * Combines the scores of the lanes for the examples of a batch into the learner's results, from `from` on of the outcome; where
 * an example moves the mixture, it learns. `before`: of the first of them, see `settleClasses`.
 */
export function answerByLanes(
  { settings: { classes, loss, lanes }, mixture }: LaneModels,
  batch: Batch,
  results: Results,
  moves: Uint8Array,
  outcome: Outcome,
  from: number,
  before: number | undefined,
): void {
  const { scores, predictions, logLosses } = outcome
  const groups = classes?.count ?? 1
  for (let e = 0; e < batch.size; e++) {
    const to = from + e
    const label = batch.labels[e]
    const weight = batch.weights === undefined ? 1 : batch.weights[e]
    const at = e * lanes
    let lossSum = 0
    for (let g = 0; g < groups; g++) {
      const y = classes === undefined ? label : g === label ? 1 : -1
      let score: number
      let lossHere: number
      if (mixture === undefined) {
        score = results.predictions[at + g]
        lossHere = results.losses[at + g]
      } else {
        score = mixture.predict(g, results.predictions, at)
        lossHere = label === label ? mixture.lossOf(score, y) : Number.NaN
        if (moves[e] === 1) mixture.learn(g, results.predictions, results.losses, at, y, weight)
      }
      lossSum += lossHere
      if (scores === undefined) predictions[to] = score
      else scores[to * groups + g] = score
    }
    if (moves[e] === 1) mixture?.see(label)
    outcome.losses[to] = lossSum / groups
    if (scores !== undefined && logLosses !== undefined)
      settleClasses({ scores, predictions, logLosses }, to, label, loss, groups, e === 0 ? before : undefined)
  }
}
