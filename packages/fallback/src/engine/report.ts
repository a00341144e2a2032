import type { Results, Table, TargetBatch } from '@ol/spec'
import { coupled } from '../losses/coupling.js'
import { clipped, type Run } from './run.js'
import { engineScratch, engineStep } from './state.js'

// Writes predictions and losses. Twin: native/core/engine/report.inc.

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const c = engineStep

/** Clips the scores and writes predictions and losses of example e. */
export function report(run: Run, table: Table, batch: TargetBatch, results: Results, e: number): void {
  const { lanes } = table
  const label = batch.labels[e]
  const unit = batch.labelUnits === undefined ? 1 : batch.labelUnits[e]
  for (let l = 0; l < lanes; l++) {
    const measure = run.measures[l]
    const score = run.labels ? run.rule.labelOf!(scratch.z[l], c) + c.initial : scratch.z[l]
    const z = clipped(score, measure, c, table.scalars)
    const y = run.classes === undefined ? label : run.classes[l] === label ? 1 : -1
    const at = e * lanes + l
    scratch.z[l] = z
    const p = measure.labelUnits ? measure.lossParam / unit : measure.lossParam
    scratch.y[l] = y
    scratch.p[l] = p
    results.predictions[at] = z
    results.losses[at] = label === label ? measure.loss.value(z, y, p) : Number.NaN
    if (lanes > 1 && c.scalars[run.dropped + l] !== 0) silence(results, at)
  }
  if (run.columns.length > 0) coupled.coupling!.couple(run, results, lanes, e, label)
}

/** A lane that became non-finite no longer predicts or learns. */
export function silence(results: Results, at: number): void {
  results.predictions[at] = Number.NaN
  results.losses[at] = Number.NaN
}
