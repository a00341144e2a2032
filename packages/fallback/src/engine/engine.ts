import type { Plan, Results, Table, TargetBatch } from '@ol/spec'
import { twinOf } from '../rules/known.js'
import { learnOne } from './learn.js'
import { predictOne } from './predict.js'
import { type AttachedPlan, attach, enter, runOf } from './run.js'
import { engineScratch, engineStep } from './state.js'

/*
 * The one loop that every hashed-table rule runs under. Twin: native/core/engine, the same operations in the same
 * order: features in the order of the batch, and for each feature the lanes.
 */

const scratch = engineScratch
const c = engineStep

function longest(batch: TargetBatch): number {
  let most = 0
  for (let e = 0; e < batch.size; e++) {
    const size = batch.offsets[e + 1] - batch.offsets[e]
    if (size > most) most = size
  }
  return most
}

/** See Backend.learn. Examples without a label or of weight 0 are predicted only. */
export function learn(plan: Plan, table: Table, batch: TargetBatch, results: Results): void {
  const run = runOf(plan, table)
  attach(c, plan, table)
  scratch.grow(longest(batch), table.lanes)
  for (let e = 0; e < batch.size; e++) {
    const y = batch.labels[e]
    if (y !== y || (batch.weights !== undefined && batch.weights[e] === 0))
      predictOne(run, table, batch, results, e)
    else learnOne(run, table, batch, results, e)
  }
}

/** See Backend.predict. */
export function predict(plan: Plan, table: Table, batch: TargetBatch, results: Results): void {
  const run = runOf(plan, table)
  attach(c, plan, table)
  scratch.grow(longest(batch), table.lanes)
  for (let e = 0; e < batch.size; e++) predictOne(run, table, batch, results, e)
}

/** Returns the weight of a row in the feature's own unit, after the last example. */
export function weightOf(plan: AttachedPlan, table: Table, row: number, lane = 0): number {
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  attach(c, plan, table)
  enter(c, table, 0, false)
  c.round -= 1
  const at = sharedStart + row * sharedStride
  return twinOf(plan).weight(table.lane, row * laneStride + lane, laneStep, table.shared, at, c, lane)
}
