import type { Table, TargetBatch } from '@ol/spec'
import type { RuleTwin } from '../rules/rule.js'
import { isPresent } from './is-present.js'
import { kernelRows, kernelValues } from './kernel.js'
import { kernelFor, type Run } from './run.js'
import { engineScratch, engineStep } from './state.js'

// The forward pass: scales and reads the features of an example, up to its scores. Twin: native/core/engine/forward.inc.

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const c = engineStep

/** Scales and reads the features from .. to: fills rows, rs, scratch.z and a, and c.squares and c.largest. */
function forward(
  rule: RuleTwin,
  table: Table,
  indices: Uint32Array,
  values: Float64Array,
  groups: Uint8Array | undefined,
  from: number,
  to: number,
  rows: Uint32Array,
  rs: Float64Array,
) {
  const { lane: T, shared: S, lanes } = table
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  const mask = table.rows - 1
  const { group: own, z, a } = scratch
  const grouped = rule.grouped === true
  let squares = 0
  let largest = 0
  for (let i = from; i < to; i++) {
    const row = indices[i] & mask
    const k = row * laneStride
    const x = values[i]
    rows[i - from] = row
    if (!isPresent(x)) {
      rs[i - from] = 0
      continue
    }
    c.moved = false
    if (grouped) c.group = groups === undefined ? 0 : groups[i]
    const r = rule.scale(S, sharedStart + row * sharedStride, x, c)
    if (grouped) own[i - from] = c.group
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
  c.rows = rows
  c.values = rs
  c.squares = squares
}

/** Computes the scores of example e, on the table itself or on a copy of its rows. */
export function scores(
  run: Run,
  whole: Table,
  table: Table,
  batch: TargetBatch,
  indices: Uint32Array,
  values: Float64Array,
  groups: Uint8Array | undefined,
  from: number,
  to: number,
  e: number,
): void {
  const { rule } = run
  const { z, a } = scratch
  for (let l = 0; l < table.lanes; l++) {
    z[l] = 0
    a[l] = 0
  }
  if (rule.begin !== undefined) {
    c.nonzero = 0
    for (let i = from; i < to; i++) if (isPresent(values[i])) c.nonzero++
    rule.begin(whole, c)
  }
  c.derived = batch.derived === undefined ? to : batch.derived[e]
  // a copy of the rows has no kernel
  const kernel = table === whole ? kernelFor(run, to - from) : undefined
  if (rule.survey === undefined) {
    if (kernel === undefined) forward(rule, table, indices, values, groups, from, to, scratch.row, scratch.r)
    else if (table.lanes === 1) kernel.forward(indices, values, from, to)
    else forward(rule, table, indices, values, groups, from, to, kernelRows, kernelValues)
  } else rule.activeSteps!.forward(run, table, indices, values, from, to)
  c.count = to - from
  c.sums = a
  c.initial = batch.initial === undefined ? 0 : batch.initial[e]
  if (rule.observe !== undefined) rule.observe(c)
  if (rule.reduce !== undefined) rule.reduce(whole, c)
  // in units of the label: see `report`
  if (run.labels) return
  for (let l = 0; l < table.lanes; l++)
    z[l] = (rule.score === undefined ? z[l] : rule.score(z[l], c, l)) + c.initial
}
