import type { Table } from '@ol/spec'
import { kernelFor, type Run } from './run.js'
import { engineScratch, engineStep } from './state.js'

// Steps that the rule decides on itself, lane by lane. Twin: native/core/engine/step-from-rule.inc.

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const c = engineStep

/** Loads lane l into the step that the rule sees. */
export function loadLane(l: number): void {
  c.y = scratch.y[l]
  c.z = scratch.z[l]
  c.a = scratch.a[l]
  c.g = scratch.g[l] * c.h
  c.u = 1
}

/** The step of lane l that the rule decides on itself. */
export function stepFromRule(run: Run, table: Table, n: number, l: number): void {
  const { rule } = run
  const { h } = c
  c.h = h * scratch.w[l]
  loadLane(l)
  if (rule.decide !== undefined) rule.decide(c, l)
  if (c.u !== 0) writeLane(run, table, n, l)
  c.h = h
}

function writeLane(run: Run, table: Table, n: number, l: number): void {
  const { rule } = run
  if (rule.sweep !== undefined) rule.sweep(table, c, l)
  const kernel = kernelFor(run, n)
  if (kernel !== undefined) {
    kernel.write(n, l)
    return
  }
  const { laneStride, laneStep } = table.layout
  const { row: rows, r: rs, group } = scratch
  const grouped = rule.grouped === true
  for (let i = 0; i < n; i++) {
    if (grouped) c.group = group[i]
    if (rs[i] !== 0) rule.write!(table.lane, rows[i] * laneStride + l, laneStep, rs[i], c, l)
  }
}
