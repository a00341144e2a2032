import { l1Multiplier, l2Multiplier, workspace } from '@ol/numerics'
import type { Table } from '@ol/spec'
import { groupFactor, keepGroup, ownUnit, param, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'

/** Values of the parameter `regularizer`. */
const l2Norm = 0
const linfNorm = 1
const l1Ball = 2
const groupL2 = 4
const groupLinf = 5

/** The end of the weights of each namespace in the workspace; until they are filled, the place of the next one. */
const ends = /* @__PURE__ */ new Uint32Array(256)

/**
 * The step of a regularizer that ties weights together: from the minimum w' of the rest, x = the minimum of
 * (1/2) |x - w'|_h^2 + factor r(x), where r is the L2 norm, the L-infinity norm, the sum over namespaces of these norms times the
 * factors of the namespaces, or the indicator of the L1 or the L2 ball of radius `strength`. With v = h w' (Moreau): for the L2 norm
 * x = (v - a) / h with a the projection of v on the L2 ball of radius factor strength in the metric 1/h; for the L-infinity norm the
 * same with the L1 ball. A sum over namespaces is minimized separately in each.
 */
function regularize(table: Table, factor: number, c: Step, l: number): void {
  const { lane: T, shared: S, rows } = table
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  const delta = param(c, 1, l)
  const kind = param(c, 2, l)
  const strength = param(c, 3, l)
  const grouped = kind === groupL2 || kind === groupLinf
  const norms = grouped || kind === l2Norm || kind === linfNorm
  workspace.grow(rows)
  const { y, d, rows: at } = workspace
  ends.fill(0)
  for (let row = 0; row < rows; row++)
    if (T[row * laneStride + l] !== 0) ends[grouped ? S[sharedStart + row * sharedStride] : 0]++
  for (let group = 0, sum = 0; group < 256; group++) {
    const count = ends[group]
    ends[group] = sum
    sum += count
  }
  for (let row = 0; row < rows; row++) {
    const k = row * laneStride + l
    const w = T[k]
    if (w === 0) continue
    const h = delta + T[k + laneStep]
    const i = ends[grouped ? S[sharedStart + row * sharedStride] : 0]++
    y[i] = (w < 0 ? -w : w) * (norms ? h : 1)
    d[i] = norms ? h : 1 / h
    at[i] = row
  }
  for (let group = 0, from = 0; group < 256; from = ends[group++]) {
    const to = ends[group]
    const own = grouped ? factor * (strength * groupFactor(c, group)) : factor * strength
    const radius = norms ? own : strength
    // a namespace of factor 0 has no norm
    if (from === to || radius === 0) continue
    const multiplier =
      kind === linfNorm || kind === l1Ball || kind === groupLinf
        ? l1Multiplier(y.subarray(from, to), d.subarray(from, to), to - from, radius)
        : l2Multiplier(y.subarray(from, to), d.subarray(from, to), to - from, radius)
    if (!(multiplier > 0) && !norms) continue
    for (let i = from; i < to; i++) {
      const k = at[i] * laneStride + l
      const w = T[k]
      const size = w < 0 ? -w : w
      const shrunk = multiplier * d[i]
      let x: number
      if (kind === l2Norm || kind === groupL2) x = size * (shrunk / (1 + shrunk))
      else if (kind === linfNorm || kind === groupLinf) x = size < multiplier ? size : multiplier
      else if (kind === l1Ball) x = size > shrunk ? size - shrunk : 0
      else x = size / (1 + shrunk)
      T[k] = w < 0 ? -x : x
    }
  }
}

/** Features in their own unit, and their namespaces. */
const grouping: Pick<RuleTwin, 'settled' | 'scale' | 'weight' | 'grouped'> = {
  ...ownUnit,
  grouped: true,
  scale(S, s, x, c) {
    keepGroup(S, s, c)
    return x
  },
}

/** AdaGrad's composite mirror descent (see adagrad-cmd.ts) with a regularizer that is not a sum over the weights. */
export const adagradCmdDense: RuleTwin = {
  ...grouping,
  ...plainWeight,
  write(T, k, L, r, c, l) {
    const g = c.g * r
    const norm = Math.sqrt(T[k + L] * T[k + L] + g * g)
    const h = param(c, 1, l) + norm
    T[k + L] = norm
    if (h > 0) T[k] -= (param(c, 0, l) * g) / h
  },
  finish(table, c, l) {
    regularize(table, param(c, 0, l), c, l)
  },
}

/** AdaGrad's primal-dual subgradients (see adagrad-rda.ts) with such a regularizer. State 2 is the sum of the gradients. */
export const adagradRdaDense: RuleTwin = {
  ...grouping,
  ...plainWeight,
  write(T, k, L, r, c) {
    const g = c.g * r
    T[k + 2 * L] += g
    T[k + L] = Math.sqrt(T[k + L] * T[k + L] + g * g)
  },
  finish(table, c, l) {
    const { lane: T, rows } = table
    const { laneStride, laneStep } = table.layout
    const eta = param(c, 0, l)
    for (let row = 0; row < rows; row++) {
      const k = row * laneStride + l
      const h = param(c, 1, l) + T[k + laneStep]
      T[k] = h > 0 ? -(eta * T[k + 2 * laneStep]) / h : 0
    }
    regularize(table, eta * c.round, c, l)
  },
}
