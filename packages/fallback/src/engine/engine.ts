import {
  type Batch,
  clipCodes,
  engineScalars,
  losses,
  type Plan,
  type Results,
  rules,
  status,
  type Table,
} from '@ol/spec'
import { lossTwins } from '../losses/index.js'
import type { LossTwin } from '../losses/loss.js'
import { ruleTwins } from '../rules/index.js'
import { type RuleTwin, Step } from '../rules/rule.js'
import { copyRows } from './copy.js'
import { Scratch } from './scratch.js'

/*
 * The one loop that every hashed-table rule runs under. Twin: native/core/engine.h, the same operations in the same
 * order: features in the order of the batch, and for each feature the lanes.
 */

const [T_, EXAMPLES, MIN_LABEL, MAX_LABEL, N_] = [0, 1, 2, 3, engineScalars.length]

/** A step is refused past this |gradient| * |r|: the table could not hold it, or its square would overflow. */
export const stepLimit = { float32: 1e30, float64: 1e140 } as const

const scratch = new Scratch()
const c = new Step()

interface Run {
  readonly rule: RuleTwin
  readonly loss: LossTwin
  readonly lossParam: number
  readonly invariant: boolean
  readonly plan: Plan
  readonly paramCount: number
  readonly clip: number
  readonly limit: number
}

function runOf(plan: Plan, table: Table): Run {
  return {
    rule: ruleTwins[plan.rule],
    loss: lossTwins[plan.loss],
    lossParam: losses[plan.loss].params.length > 0 ? plan.lossParams[0] : 0,
    invariant: plan.update === 'invariant',
    plan,
    paramCount: rules[plan.rule].params.length,
    clip: clipCodes[plan.clip],
    limit: stepLimit[table.precision],
  }
}

/** Scales and reads the features from .. to: fills scratch.row, r and z; returns the sum of r^2. */
function forward(
  rule: RuleTwin,
  table: Table,
  indices: Uint32Array,
  values: Float64Array,
  from: number,
  to: number,
) {
  const { lane: T, shared: S, lanes } = table
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  const mask = table.rows - 1
  const { row: rows, r: rs, z } = scratch
  let squares = 0
  let largest = 0
  for (let i = from; i < to; i++) {
    const row = indices[i] & mask
    const k = row * laneStride
    const x = values[i]
    rows[i - from] = row
    if (x === 0) {
      rs[i - from] = 0
      continue
    }
    c.ratio = 1
    const r = rule.scale(S, sharedStart + row * sharedStride, x, c)
    rs[i - from] = r
    squares += r * r
    const size = r < 0 ? -r : r
    if (size > largest) largest = size
    if (c.ratio !== 1) for (let l = 0; l < lanes; l++) rule.rescale(T, k + l, laneStep, c)
    for (let l = 0; l < lanes; l++) z[l] += rule.read(T, k + l, laneStep) * r
  }
  c.largest = largest
  return squares
}

function clipped(z: number, run: Run, scalars: Float64Array): number {
  if (run.clip === clipCodes.none) return z
  const low = run.clip === clipCodes.range ? run.plan.clipMin : scalars[MIN_LABEL]
  const high = run.clip === clipCodes.range ? run.plan.clipMax : scalars[MAX_LABEL]
  // before the first label the range is empty (low > high) and clips nothing
  if (!(low <= high)) return z
  return z < low ? low : z > high ? high : z
}

function start(table: Table, batch: Batch, e: number): void {
  const initial = batch.initial === undefined ? 0 : batch.initial[e]
  for (let l = 0; l < table.lanes; l++) scratch.z[l] = initial
}

/** Writes the predictions and losses of example e; returns whether all of them are finite. */
function report(run: Run, table: Table, results: Results, e: number, y: number): boolean {
  let finite = true
  for (let l = 0; l < table.lanes; l++) {
    const z = clipped(scratch.z[l], run, table.scalars)
    if (!(z - z === 0)) finite = false
    scratch.z[l] = z
    results.predictions[e * table.lanes + l] = z
    results.losses[e * table.lanes + l] = y === y ? run.loss.value(z, y, run.lossParam) : Number.NaN
  }
  return finite
}

/** Predicts example e as if it came next, on a copy of the rows that predicting would move. */
function predictOne(run: Run, table: Table, batch: Batch, results: Results, e: number): void {
  const from = batch.offsets[e]
  const to = batch.offsets[e + 1]
  c.h = 1
  c.t = table.scalars[T_] + 1
  start(table, batch, e)
  const { sharedStart, sharedStride } = table.layout
  let settled = true
  for (let i = from; i < to && settled; i++) {
    const x = batch.values[i]
    const row = batch.indices[i] & (table.rows - 1)
    settled = x === 0 || run.rule.settled(table.shared, sharedStart + row * sharedStride, x)
  }
  if (settled) forward(run.rule, table, batch.indices, batch.values, from, to)
  else {
    const copy = copyRows(table, batch.indices, from, to)
    forward(run.rule, copy.table, copy.indices, batch.values.subarray(from, to), 0, to - from)
  }
  report(run, table, results, e, batch.labels[e])
  results.status[e] = status.predicted
}

/** Learns example e; its prediction is made first. */
function learnOne(run: Run, table: Table, batch: Batch, results: Results, e: number): void {
  const { rule, loss, lossParam } = run
  const { lane: T, lanes, scalars } = table
  const { laneStride, laneStep } = table.layout
  const from = batch.offsets[e]
  const to = batch.offsets[e + 1]
  const y = batch.labels[e]
  const h = batch.weights === undefined ? 1 : batch.weights[e]
  const hasN = scalars.length > N_
  c.h = h
  c.t = scalars[T_] + h
  start(table, batch, e)
  const squares = forward(rule, table, batch.indices, batch.values, from, to)
  c.N = hasN ? scalars[N_] + h * squares : 0
  if (!report(run, table, results, e, y)) {
    results.status[e] = status.diverged
    return
  }
  const multiplier = rule.multiplier(c)
  const { row: rows, r: rs, q, z, g: gs } = scratch
  for (let l = 0; l < lanes; l++) {
    const g = loss.derivative(z[l], y, lossParam)
    const step = rule.stepSize(run.plan.params, l * run.paramCount, c) * h
    const size = (g < 0 ? -g : g) * c.largest
    if (!(size * (1 + step * multiplier) <= run.limit)) {
      results.status[e] = status.diverged
      return
    }
    gs[l] = g
  }
  for (let l = 0; l < lanes; l++) {
    const g = gs[l]
    if (g === 0) continue
    c.g = g
    let ppu = 0
    for (let i = 0; i < to - from; i++) {
      const r = rs[i]
      if (r === 0) continue
      const rate = r * rule.accumulate(T, rows[i] * laneStride + l, laneStep, r, c)
      q[i] = rate
      ppu += r * rate
    }
    ppu *= multiplier
    const k = rule.stepSize(run.plan.params, l * run.paramCount, c) * h
    const step = run.invariant ? (ppu > 0 ? loss.invariant(z[l], y, k, ppu, lossParam) : 0) : -k * g
    const um = step * multiplier
    for (let i = 0; i < to - from; i++) {
      if (rs[i] !== 0) rule.write(T, rows[i] * laneStride + l, laneStep, um * q[i])
    }
  }
  scalars[T_] = c.t
  scalars[EXAMPLES] += 1
  if (y < scalars[MIN_LABEL]) scalars[MIN_LABEL] = y
  if (y > scalars[MAX_LABEL]) scalars[MAX_LABEL] = y
  if (hasN) scalars[N_] = c.N
  results.status[e] = status.learned
}

function longest(batch: Batch): number {
  let most = 0
  for (let e = 0; e < batch.size; e++) {
    const size = batch.offsets[e + 1] - batch.offsets[e]
    if (size > most) most = size
  }
  return most
}

/** See Backend.learn. Examples without a label or of weight 0 are predicted only. */
export function learn(plan: Plan, table: Table, batch: Batch, results: Results): void {
  const run = runOf(plan, table)
  scratch.grow(longest(batch), table.lanes)
  for (let e = 0; e < batch.size; e++) {
    const y = batch.labels[e]
    if (y !== y || (batch.weights !== undefined && batch.weights[e] === 0))
      predictOne(run, table, batch, results, e)
    else learnOne(run, table, batch, results, e)
  }
}

/** See Backend.predict. */
export function predict(plan: Plan, table: Table, batch: Batch, results: Results): void {
  const run = runOf(plan, table)
  scratch.grow(longest(batch), table.lanes)
  for (let e = 0; e < batch.size; e++) predictOne(run, table, batch, results, e)
}

/** The weight of a row in the feature's own unit. */
export function weightOf(plan: Pick<Plan, 'rule'>, table: Table, row: number, lane = 0): number {
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  return ruleTwins[plan.rule].weight(
    table.lane,
    row * laneStride + lane,
    laneStep,
    table.shared,
    sharedStart + row * sharedStride,
    table,
  )
}
