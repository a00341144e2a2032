import { type Results, status, type Table, type TargetBatch } from '@ol/spec'
import { commitErrors } from './clipped-errors.js'
import { scores } from './forward.js'
import { derive, weigh } from './gradient.js'
import { holds } from './limits.js'
import { report } from './report.js'
import { enter, MAX_LABEL, MIN_LABEL, type Run, span } from './run.js'
import { engineScratch, engineStep } from './state.js'
import { stepFromLoss } from './step-from-loss.js'
import { stepFromRule } from './step-from-rule.js'

// Learns an example; its prediction is made first. Twin: native/core/engine/learn.inc.

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const c = engineStep

/** Learns example e; its prediction is made first. */
export function learnOne(run: Run, table: Table, batch: TargetBatch, results: Results, e: number): void {
  const { rule } = run
  const { lanes, scalars } = table
  const from = batch.offsets[e]
  const to = batch.ends === undefined ? batch.offsets[e + 1] : batch.ends[e]
  const y = batch.labels[e]
  enter(c, table, batch.weights === undefined ? 1 : batch.weights[e], true)
  scores(run, table, table, batch, batch.indices, batch.values, batch.groups, from, to, e)
  span(c, table, y)
  report(run, table, batch, results, e)
  if (run.labels) rule.activeSteps!.standardizeLabels(run, lanes, y)
  derive(run, batch, lanes, e)
  weigh(batch, lanes, e)
  if (!holds(run, results, lanes, e)) {
    results.status[e] = status.diverged
    return
  }
  if (run.errors !== undefined) commitErrors(run, lanes)
  if (rule.survey !== undefined) rule.activeSteps!.commit(run, table)
  for (let l = 0; l < lanes; l++) {
    if (scratch.w[l] === 0) continue
    if (rule.accumulate === undefined) {
      const dropped = lanes > 1 && c.scalars[run.dropped + l] !== 0
      if (scratch.g[l] !== 0 || (rule.eager === true && !dropped)) stepFromRule(run, table, to - from, l)
    } else if (scratch.g[l] !== 0) {
      if (rule.survey === undefined) stepFromLoss(run, table, to - from, l)
      else rule.activeSteps!.step(run, table, l)
    }
  }
  if (rule.finish !== undefined) for (let l = 0; l < lanes; l++) rule.finish(table, c, l)
  scalars.set(c.scalars)
  if (y < scalars[MIN_LABEL]) scalars[MIN_LABEL] = y
  if (y > scalars[MAX_LABEL]) scalars[MAX_LABEL] = y
  results.status[e] = status.learned
}
