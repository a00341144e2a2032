import { explainOne } from '@ol/fallback'
import type { LocatedBatch } from '@ol/spec'
import { forBackend } from '../targets/targets.js'
import { type LaneScores, resultsFor } from './outcome.js'
import type { TableModel } from './table-model.js'

/** Predicts the only example of a batch as `predict` does, and returns the parts of the scores of the lanes. */
export function explained(model: TableModel, given: LocatedBatch): LaneScores {
  const batch = model.predicted(model.store.lookUp(given), 0)
  const results = resultsFor(1, model.table.lanes)
  const outcome = model.outcomeFor(batch.size)
  const { scores: raw, ...parts } = explainOne(model.plan, model.table, forBackend(batch), results)
  model.combine({ batch, from: 0 }, results, outcome, 'predicted')
  const { predictions } = results
  return { ...parts, raw, initial: batch.initial?.[0] ?? 0, predictions, outcome: outcome ?? results }
}
