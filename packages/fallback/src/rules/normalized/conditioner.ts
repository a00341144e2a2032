import { l1Multiplier, l2Multiplier, workspace } from '@ol/numerics'
import type { Table } from '@ol/spec'
import { adaptiveRate, maximumUnit, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'

/** Values of the parameter `projection`. */
const none = 0
const l1 = 1
const l2 = 2

/** Gathers the weights that are not 0 as the projections want them; returns how many there are. */
function gather(table: Table, l: number, signed: boolean): number {
  const { lane: T, rows } = table
  const { laneStride, laneStep } = table.layout
  workspace.grow(rows)
  const { y, d, rows: at } = workspace
  let n = 0
  for (let row = 0; row < rows; row++) {
    const k = row * laneStride + l
    const v = T[k]
    const norm = T[k + laneStep]
    if (v === 0 || !(norm > 0)) continue
    y[n] = signed || v > 0 ? v : -v
    d[n] = 1 / norm
    at[n++] = row
  }
  return n
}

function project(table: Table, c: Step, l: number): void {
  const { lane: T, rows } = table
  const { laneStride } = table.layout
  const radius = c.params[c.lanes + l]
  const kind = c.params[2 * c.lanes + l]
  if (kind === none) return
  if (kind === l1 || kind === l2) {
    const n = gather(table, l, kind === l2)
    const { y, d, rows: at } = workspace
    const multiplier = kind === l1 ? l1Multiplier(y, d, n, radius) : l2Multiplier(y, d, n, radius)
    if (!(multiplier > 0)) return
    for (let i = 0; i < n; i++) {
      const k = at[i] * laneStride + l
      if (kind === l2) T[k] = y[i] / (1 + multiplier * d[i])
      else {
        const size = y[i] - multiplier * d[i]
        T[k] = size > 0 ? (T[k] < 0 ? -size : size) : 0
      }
    }
    return
  }
  for (let row = 0; row < rows; row++) {
    const k = row * laneStride + l
    if (T[k] > radius) T[k] = radius
    else if (T[k] < -radius) T[k] = -radius
  }
}

/**
 * The streaming diagonal conditioner (Ross, Mineiro, Langford 2013, Eq. 3): w -= C eta g / (sqrt(Q) s), Q = sum g^2,
 * s = max |x|, then the projection in the metric A = sqrt(Q) s / (C eta) on |s w|_q <= C. In v = w s and gradients in
 * units of s: v -= C eta g r / sqrt(Q), r = x / s, in the metric sqrt(Q) on |v|_q <= C. The weight w stays as it is when
 * s grows. After a first pass over the data, s covers all of it: the transductive conditioner (Eq. 2).
 */
export const conditioner: RuleTwin = {
  ...maximumUnit,
  ...plainWeight,
  prepare(T, k, L, _r, c) {
    T[k + L] *= c.ratio
    if (!(c.ratio > 0)) return
    const v = T[k] / c.ratio
    // a jump of the scale must keep the weight within the range of the table
    T[k] = v > c.limit ? c.limit : v < -c.limit ? -c.limit : v
  },
  stepSize: (c, l) => c.params[l] * c.params[c.lanes + l],
  accumulate: adaptiveRate,
  finish: project,
}
