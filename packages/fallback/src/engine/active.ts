import type { Table } from '@ol/spec'
import type { ActiveRun, ActiveSteps } from '../rules/rule.js'
import { engineActive, engineScratch, engineStep } from './state.js'

// Examples of rules that survey: active features with values by family. Twin: native/core/engine/active.inc.

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const active = engineActive
const c = engineStep

/** Surveys the features from .. to and adds their active ones up to the scores. */
function forwardActive(
  run: ActiveRun,
  table: Table,
  indices: Uint32Array,
  values: Float64Array,
  from: number,
  to: number,
): void {
  const { lane: T, lanes } = table
  const { laneStride } = table.layout
  run.rule.survey!(table, indices, values, from, to, c, active)
  const { families } = run
  const { z } = scratch
  const { row, count } = active
  for (let l = 0; l < lanes; ) {
    const family = families[l]
    const a = active.values[family]
    // four sums at once wait less for one another
    if (
      l + 3 < lanes &&
      families[l + 1] === family &&
      families[l + 2] === family &&
      families[l + 3] === family
    ) {
      let first = 0
      let second = 0
      let third = 0
      let fourth = 0
      for (let i = 0; i < count; i++) {
        const k = row[i] * laneStride + l
        const value = a[i]
        first += T[k] * value
        second += T[k + 1] * value
        third += T[k + 2] * value
        fourth += T[k + 3] * value
      }
      z[l++] = first
      z[l++] = second
      z[l++] = third
      z[l++] = fourth
      continue
    }
    let sum = 0
    for (let i = 0; i < count; i++) sum += T[row[i] * laneStride + l] * a[i]
    z[l++] = sum
  }
}

/** Makes the survey part of the model, and brings the accumulators to the units of their rows. */
function commitActive(run: ActiveRun, table: Table): void {
  const { lane: T, lanes } = table
  const { laneStride, laneStep } = table.layout
  run.rule.commit!(table, c)
  for (let i = 0; i < active.count; i++) {
    const lift = active.lift[i]
    if (lift === 1) continue
    const k = active.row[i] * laneStride + laneStep
    for (let l = 0; l < lanes; l++) T[k + l] = T[k + l] * lift * lift
  }
}

/** The step of lane l from the loss: moves the accumulators and the weights of the active features. */
function stepActive(run: ActiveRun, table: Table, l: number): void {
  const { rule } = run
  const { lane: T } = table
  const { laneStride, laneStep } = table.layout
  const { row, count } = active
  const accumulate = rule.accumulate!
  const a = active.values[run.families[l]]
  const scales = active.scales[run.families[l]]
  const g = scratch.g[l]
  const weight = scratch.w[l]
  const seen = weight === 1 ? g : g * Math.sqrt(weight)
  scratch.grow(count, 0)
  const { q } = scratch
  c.prior = rule.prior!(c, l)
  let ppu = 0
  for (let i = 0; i < count; i++) {
    const r = a[i]
    if (r === 0) continue
    c.x = scales[i]
    const rate = r * accumulate(T, row[i] * laneStride + l, laneStep, r, seen, c)
    q[i] = rate
    ppu += r * rate
  }
  ppu *= scratch.m[l]
  const k = rule.stepSize!(c, l) * (c.h * weight)
  const { loss } = run.measures[l]
  const u = run.invariant
    ? ppu > 0
      ? loss.invariant(scratch.z[l], scratch.y[l], k, ppu, scratch.p[l])
      : 0
    : -k * g
  const um = u * scratch.m[l]
  for (let i = 0; i < count; i++) if (a[i] !== 0) T[row[i] * laneStride + l] += um * q[i]
}

/**
 * If the lanes learn labels in units of their spread: adds the label to its statistics, and replaces each score by its
 * distance from the label, and the label by 0.
 */
function standardizeLabels(run: ActiveRun, lanes: number, label: number): void {
  const { z, y, p } = scratch
  const spread = run.rule.seeLabel!(label - c.initial, c)
  if (!(spread > 0)) c.idle = true
  for (let l = 0; l < lanes; l++) {
    z[l] = spread > 0 ? (z[l] - label) / spread : 0
    y[l] = 0
    if (run.measures[l].labelUnits && spread > 0) p[l] /= spread
  }
}

export const activeSteps: ActiveSteps = {
  forward: forwardActive,
  commit: commitActive,
  step: stepActive,
  standardizeLabels,
}
