import type { Table } from '@ol/spec'
import type { RuleTwin } from '../rules/rule.js'
import { kernelFor, type Run } from './run.js'
import { engineScratch, engineStep } from './state.js'

// Steps that come from the loss. Twin: native/core/engine/step-from-loss.inc.

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const c = engineStep

/** The step of lane l that takes it from the loss: moves the accumulators and the weights. */
export function stepFromLoss(run: Run, table: Table, n: number, l: number): void {
  const { rule } = run
  const kernel = kernelFor(run, n)
  const g = scratch.g[l]
  const multiplier = scratch.m[l]
  const weight = scratch.w[l]
  const seen = weight === 1 ? g : g * Math.sqrt(weight)
  const ppu =
    multiplier * (kernel === undefined ? accumulate(rule, table, n, l, seen) : kernel.accumulate(n, seen, l))
  const k = rule.stepSize!(c, l) * (c.h * weight)
  const { z, y, p } = scratch
  const { loss } = run.measures[l]
  const whole = run.invariant ? (ppu > 0 ? loss.invariant(z[l], y[l], k, ppu, p[l]) : 0) : -k * g
  const u = multiplier * (rule.regularize === undefined ? whole : rule.regularize(whole, g, c, l))
  if (kernel === undefined) move(table, n, l, u)
  else kernel.move(n, u, l)
}

// The work of kernels for one lane.

function accumulate(rule: RuleTwin, table: Table, n: number, l: number, g: number): number {
  const { lane: T } = table
  const { laneStride, laneStep } = table.layout
  const { row: rows, r: rs, q } = scratch
  let ppu = 0
  for (let i = 0; i < n; i++) {
    const r = rs[i]
    if (r === 0) continue
    const at = rows[i] * laneStride + l
    const rate = r * rule.accumulate!(T, at, laneStep, r, g, c)
    q[i] = rate
    ppu += (rule.slope === undefined ? r : rule.slope(T, at, laneStep, r, c)) * rate
  }
  return ppu
}

function move(table: Table, n: number, l: number, u: number): void {
  const { lane: T } = table
  const { laneStride } = table.layout
  const { row: rows, r: rs, q } = scratch
  for (let i = 0; i < n; i++) if (rs[i] !== 0) T[rows[i] * laneStride + l] += u * q[i]
}
