import { type Results, status, type Table, type TargetBatch } from '@ol/spec'
import { copyRows, restoreRows } from './copy.js'
import { scores } from './forward.js'
import { isPresent } from './is-present.js'
import { report } from './report.js'
import { enter, type Run, span } from './run.js'
import { engineStep } from './state.js'

// Predicts an example as if it came next. Twin: native/core/engine/predict.inc.

// constants of this module: V8 checks an import at each use, and knows these
const c = engineStep

/**
 * Predicts example e as if it came next, on a copy of the rows that predicting would move; for a rule that surveys, on
 * the table itself, whose rows are then restored.
 */
export function predictOne(run: Run, table: Table, batch: TargetBatch, results: Results, e: number): void {
  const from = batch.offsets[e]
  const to = batch.ends === undefined ? batch.offsets[e + 1] : batch.ends[e]
  enter(c, table, 1, false)
  const { sharedStart, sharedStride } = table.layout
  let settled = true
  // a survey commits nothing
  for (let i = from; i < to && settled && run.rule.survey === undefined; i++) {
    const x = batch.values[i]
    const row = batch.indices[i] & (table.rows - 1)
    settled = !isPresent(x) || run.rule.settled(table.shared, sharedStart + row * sharedStride, x)
  }
  const copy = settled ? undefined : copyRows(table, batch, from, to)
  if (copy === undefined || run.rule.reduce !== undefined) {
    scores(run, table, table, batch, batch.indices, batch.values, batch.groups, from, to, e)
    if (copy !== undefined) restoreRows(copy, table, batch.indices, from, to)
  } else {
    const groups = run.rule.grouped === true ? batch.groups?.subarray(from, to) : undefined
    scores(run, table, copy.table, batch, copy.indices, copy.values, groups, 0, to - from, e)
  }
  span(c, table, Number.NaN)
  report(run, table, batch, results, e)
  results.status[e] = status.predicted
}
