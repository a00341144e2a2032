import { type Batch, type Plan, type Results, status, type Table } from '@ol/spec'
import { ruleTwins } from '../rules/index.js'
import { type RuleTwin, Step } from '../rules/rule.js'
import { copyRows, restoreRows } from './copy.js'
import { attach, clipped, enter, MAX_LABEL, MIN_LABEL, type Run, runOf } from './run.js'
import { Scratch } from './scratch.js'

/*
 * The one loop that every hashed-table rule runs under. Twin: native/core/engine.h, the same operations in the same
 * order: features in the order of the batch, and for each feature the lanes.
 */

const scratch = new Scratch()
const c = new Step()

/** Scales and reads the features from .. to: fills scratch.row, r, z and a, and c.squares and c.largest. */
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
  const { row: rows, r: rs, z, a } = scratch
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
    c.moved = false
    const r = rule.scale(S, sharedStart + row * sharedStride, x, c)
    rs[i - from] = r
    squares += rule.size === undefined ? r * r : rule.size(r, c)
    const size = r < 0 ? -r : r
    if (size > largest) largest = size
    if (c.moved && rule.prepare !== undefined) {
      for (let l = 0; l < lanes; l++) rule.prepare(T, k + l, laneStep, r, c, l)
    }
    for (let l = 0; l < lanes; l++) z[l] += rule.read(T, k + l, laneStep, c, l) * r
    if (rule.gather !== undefined) {
      for (let l = 0; l < lanes; l++) a[l] += rule.gather(T, k + l, laneStep, r, c, l)
    }
  }
  c.largest = largest
  c.squares = squares
}

/** The way up to the scores of example e, on the table itself or on a copy of its rows. */
function scores(
  run: Run,
  whole: Table,
  table: Table,
  batch: Batch,
  indices: Uint32Array,
  values: Float64Array,
  from: number,
  to: number,
  e: number,
) {
  const { rule } = run
  const { z, a } = scratch
  for (let l = 0; l < table.lanes; l++) {
    z[l] = 0
    a[l] = 0
  }
  if (rule.begin !== undefined) {
    c.nonzero = 0
    for (let i = from; i < to; i++) if (values[i] !== 0) c.nonzero++
    rule.begin(whole, c)
  }
  forward(rule, table, indices, values, from, to)
  c.count = to - from
  c.rows = scratch.row
  c.values = scratch.r
  c.sums = a
  c.initial = batch.initial === undefined ? 0 : batch.initial[e]
  if (rule.observe !== undefined) rule.observe(c)
  if (rule.survey !== undefined) rule.survey(whole, c)
  for (let l = 0; l < table.lanes; l++)
    z[l] = (rule.score === undefined ? z[l] : rule.score(z[l], c, l)) + c.initial
}

/** Clips the scores and writes predictions and losses of example e. */
function report(run: Run, table: Table, results: Results, e: number, label: number): void {
  const { lanes } = table
  for (let l = 0; l < lanes; l++) {
    const gauge = run.gauges[l]
    const z = clipped(scratch.z[l], gauge, table.scalars)
    const y = run.classes === undefined ? label : run.classes[l] === label ? 1 : -1
    const at = e * lanes + l
    scratch.z[l] = z
    scratch.y[l] = y
    results.predictions[at] = z
    results.losses[at] = label === label ? gauge.loss.value(z, y, gauge.lossParam) : Number.NaN
    if (lanes > 1 && c.scalars[run.dropped + l] !== 0) silence(results, at)
  }
}

/** A lane that left the numbers predicts nothing and learns nothing any more. */
function silence(results: Results, at: number): void {
  results.predictions[at] = Number.NaN
  results.losses[at] = Number.NaN
}

/**
 * Predicts example e as if it came next, on a copy of the rows that predicting would move; for a rule that surveys the
 * table on the table itself, whose rows are then put back.
 */
function predictOne(run: Run, table: Table, batch: Batch, results: Results, e: number): void {
  const from = batch.offsets[e]
  const to = batch.offsets[e + 1]
  enter(c, table, 1)
  const { sharedStart, sharedStride } = table.layout
  let settled = true
  for (let i = from; i < to && settled; i++) {
    const x = batch.values[i]
    const row = batch.indices[i] & (table.rows - 1)
    settled = x === 0 || run.rule.settled(table.shared, sharedStart + row * sharedStride, x)
  }
  const copy = settled ? undefined : copyRows(table, batch.indices, from, to)
  if (copy === undefined || run.rule.survey !== undefined) {
    scores(run, table, table, batch, batch.indices, batch.values, from, to, e)
    if (copy !== undefined) restoreRows(copy, table, batch.indices, from)
  } else {
    scores(run, table, copy.table, batch, copy.indices, batch.values.subarray(from, to), 0, to - from, e)
  }
  report(run, table, results, e, batch.labels[e])
  results.status[e] = status.predicted
}

/** The step of lane l that takes it from the loss: moves the accumulators and the weights. */
function rated(run: Run, table: Table, n: number, l: number): void {
  const { rule } = run
  const { lane: T } = table
  const { laneStride, laneStep } = table.layout
  const { row: rows, r: rs, q } = scratch
  const g = scratch.g[l]
  const multiplier = scratch.m[l]
  const weight = scratch.w[l]
  const seen = weight === 1 ? g : g * Math.sqrt(weight)
  let ppu = 0
  for (let i = 0; i < n; i++) {
    const r = rs[i]
    if (r === 0) continue
    const rate = r * rule.accumulate!(T, rows[i] * laneStride + l, laneStep, r, seen, c)
    q[i] = rate
    ppu += r * rate
  }
  ppu *= multiplier
  const k = rule.stepSize!(c, l) * (c.h * weight)
  const { z, y } = scratch
  const { loss, lossParam } = run.gauges[l]
  const u = run.invariant ? (ppu > 0 ? loss.invariant(z[l], y[l], k, ppu, lossParam) : 0) : -k * g
  const um = u * multiplier
  for (let i = 0; i < n; i++) if (rs[i] !== 0) T[rows[i] * laneStride + l] += um * q[i]
}

/** Shows the rule lane l. */
function face(l: number): void {
  c.y = scratch.y[l]
  c.z = scratch.z[l]
  c.a = scratch.a[l]
  c.g = scratch.g[l] * c.h
  c.u = 1
}

/** The step of lane l that the rule decides on itself. */
function decided(run: Run, table: Table, n: number, l: number): void {
  const { rule } = run
  const { h } = c
  c.h = h * scratch.w[l]
  face(l)
  if (rule.decide !== undefined) rule.decide(c, l)
  if (c.u !== 0) written(rule, table, n, l)
  c.h = h
}

function written(rule: RuleTwin, table: Table, n: number, l: number): void {
  const { laneStride, laneStep } = table.layout
  const { row: rows, r: rs } = scratch
  if (rule.sweep !== undefined) rule.sweep(table, c, l)
  for (let i = 0; i < n; i++) {
    if (rs[i] !== 0) rule.write!(table.lane, rows[i] * laneStride + l, laneStep, rs[i], c, l)
  }
}

/** Takes the derivative of the loss and the multiplier of each lane: fills scratch.g and m. */
function derive(run: Run, lanes: number): void {
  const { rule } = run
  const { z, y, g, m, a } = scratch
  for (let l = 0; l < lanes; l++) {
    const { loss, lossParam } = run.gauges[l]
    g[l] = loss.derivative(z[l], y[l], lossParam)
    c.g = g[l]
    c.a = a[l]
    m[l] = rule.multiplier === undefined ? 1 : rule.multiplier(c, l)
  }
}

/** Whether lane l can take its step. */
function laneHolds(run: Run, l: number): boolean {
  const { h } = c
  c.h = h * scratch.w[l]
  const held = stepHolds(run, l)
  c.h = h
  return held
}

function stepHolds(run: Run, l: number): boolean {
  const { rule } = run
  const z = scratch.z[l]
  const g = scratch.g[l]
  const step = rule.stepSize === undefined ? c.h : rule.stepSize(c, l) * c.h * scratch.m[l]
  if (!(z - z === 0 && (g < 0 ? -g : g) * c.largest * (1 + step) <= run.limit)) return false
  if (rule.fits === undefined || (g === 0 && rule.eager !== true)) return true
  face(l)
  return rule.fits(c, l)
}

/**
 * Drops the lanes whose step the table cannot hold; false where the example is refused: of the lanes that take the same
 * label none could learn it.
 */
function holds(run: Run, results: Results, lanes: number, e: number): boolean {
  const { scalars } = c
  let alive = 0
  let failing = 0
  for (let l = 0; l < lanes; l++) {
    const held = laneHolds(run, l)
    if (lanes > 1 && scalars[run.dropped + l] !== 0) scratch.g[l] = 0
    else if (held) alive++
    else failing++
  }
  if (failing === 0) return alive > 0
  for (let l = 0; l < lanes; l++)
    scratch.fails[l] = scalars[run.dropped + l] === 0 && !laneHolds(run, l) ? 1 : 0
  for (let l = 0; l < lanes; l++) if (scratch.fails[l] === 1 && !replaced(run, l, lanes)) return false
  for (let l = 0; l < lanes; l++) {
    if (scratch.fails[l] === 0) continue
    scalars[run.dropped + l] = c.round
    silence(results, e * lanes + l)
  }
  for (let l = 0; l < lanes; l++) if (scalars[run.dropped + l] !== 0) scratch.g[l] = 0
  return true
}

/** Whether another lane with the label of lane l goes on. */
function replaced(run: Run, l: number, lanes: number): boolean {
  const { classes } = run
  for (let k = 0; k < lanes; k++) {
    if (scratch.fails[k] === 1 || c.scalars[run.dropped + k] !== 0) continue
    if (classes === undefined || classes[k] === classes[l]) return true
  }
  return false
}

/** Takes the lanes' own factors of the weight of example e. */
function weigh(batch: Batch, lanes: number, e: number): void {
  const { laneWeights } = batch
  for (let l = 0; l < lanes; l++)
    scratch.w[l] = laneWeights === undefined || lanes === 1 ? 1 : laneWeights[e * lanes + l]
}

/** Learns example e; its prediction is made first. */
function learnOne(run: Run, table: Table, batch: Batch, results: Results, e: number): void {
  const { rule } = run
  const { lanes, scalars } = table
  const from = batch.offsets[e]
  const to = batch.offsets[e + 1]
  const y = batch.labels[e]
  enter(c, table, batch.weights === undefined ? 1 : batch.weights[e])
  scores(run, table, table, batch, batch.indices, batch.values, from, to, e)
  report(run, table, results, e, y)
  derive(run, lanes)
  weigh(batch, lanes, e)
  if (!holds(run, results, lanes, e)) {
    results.status[e] = status.diverged
    return
  }
  for (let l = 0; l < lanes; l++) {
    if (scratch.w[l] === 0) continue
    if (rule.accumulate === undefined) {
      const dropped = lanes > 1 && c.scalars[run.dropped + l] !== 0
      if (scratch.g[l] !== 0 || (rule.eager === true && !dropped)) decided(run, table, to - from, l)
    } else if (scratch.g[l] !== 0) rated(run, table, to - from, l)
  }
  if (rule.finish !== undefined) for (let l = 0; l < lanes; l++) rule.finish(table, c, l)
  scalars.set(c.scalars)
  if (y < scalars[MIN_LABEL]) scalars[MIN_LABEL] = y
  if (y > scalars[MAX_LABEL]) scalars[MAX_LABEL] = y
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
export function predict(plan: Plan, table: Table, batch: Batch, results: Results): void {
  const run = runOf(plan, table)
  attach(c, plan, table)
  scratch.grow(longest(batch), table.lanes)
  for (let e = 0; e < batch.size; e++) predictOne(run, table, batch, results, e)
}

/** The weight of a row in the feature's own unit, as it stands after the last example. */
export function weightOf(plan: Pick<Plan, 'rule' | 'params'>, table: Table, row: number, lane = 0): number {
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  attach(c, plan, table)
  enter(c, table, 0)
  c.round -= 1
  const at = sharedStart + row * sharedStride
  return ruleTwins[plan.rule].weight(table.lane, row * laneStride + lane, laneStep, table.shared, at, c, lane)
}
