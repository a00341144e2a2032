import type { Plan, Results, Table, TargetBatch } from '@ol/spec'
import { twinOf } from '../rules/known.js'
import { Step } from '../rules/rule.js'
import { learnOne } from './learn.js'
import { predictOne } from './predict.js'
import { type AttachedPlan, attach, enter, runOf } from './run.js'
import { engineScratch, engineStep } from './state.js'

/*
 * The loop of every rule with a hashed table. Twin: native/core/engine, the same operations in the same
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
  return weightIn(c, plan, table)(row, lane)
}

/** Returns a function that does what `weightOf` does, for many weights of one table; valid until the table learns. */
export function weightReader(plan: AttachedPlan, table: Table): (row: number, lane: number) => number {
  return weightIn(new Step(), plan, table)
}

function weightIn(own: Step, plan: AttachedPlan, table: Table): (row: number, lane: number) => number {
  const { lane: numbers, shared, layout } = table
  const { laneStride, laneStep, sharedStart, sharedStride } = layout
  attach(own, plan, table)
  enter(own, table, 0, false)
  own.round -= 1
  const twin = twinOf(plan)
  return (row, lane) =>
    twin.weight(
      numbers,
      row * laneStride + lane,
      laneStep,
      shared,
      sharedStart + row * sharedStride,
      own,
      lane,
    )
}
