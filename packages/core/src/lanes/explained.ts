import { explainOne } from '@ol/fallback'
import type { Batch } from '@ol/spec'
import { type LaneScores, resultsFor } from './outcome.js'
import type { SingleModel } from './single-model.js'

/** Predicts the only example of a batch as `predict` does, and returns the parts of the scores of the lanes. */
export function explained(model: SingleModel, indexed: Batch): LaneScores {
  const batch = model.resampled(model.store.lookUp(indexed), 0)
  const results = resultsFor(1, model.table.lanes)
  const [scaled, outcome] = [model.labels?.scale(batch, false), model.outcomeFor(batch.size)]
  const { scores: raw, ...parts } = explainOne(model.plan, model.table, scaled?.batch ?? batch, results)
  scaled?.restore(results, model.table.lanes)
  model.take({ batch, from: 0 }, results, outcome, 'predicted')
  const { predictions } = results
  return { ...parts, raw, initial: batch.initial?.[0] ?? 0, predictions, outcome: outcome ?? results }
}
