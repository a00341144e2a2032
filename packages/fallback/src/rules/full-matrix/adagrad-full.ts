import type { Table } from '@ol/spec'
import { ownUnit, plainWeight } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'
import { reach } from './factor.js'
import { diagonalize } from './jacobi.js'

// lane states: weight, sum of the gradients, eigenvalues of G, eigenvectors of G less the identity
// parameters: eta, delta, method (0 cmd, 1 rda), regularizer (0 none, 1 l2sq, 2 l2ball), l2, radius

let matrix = new Float64Array(0)
let g = new Float64Array(0)
let q = new Float64Array(0)
let v = new Float64Array(0)
let h = new Float64Array(0)

const param = (c: Step, j: number, l: number): number => c.params[j * c.lanes + l]

/** Returns 0 if w = -v / h is in the ball; otherwise the multiplier nu with which w h / (h + nu) is on its surface. */
function multiplier(n: number, radius: number): number {
  const excess = (nu: number): number => {
    let sum = 0
    for (let k = 0; k < n; k++) sum += (v[k] / (h[k] + nu)) * (v[k] / (h[k] + nu))
    return Math.sqrt(sum) - radius
  }
  if (!(excess(0) > 0)) return 0
  let sum = 0
  for (let k = 0; k < n; k++) sum += v[k] * v[k]
  // || v / (h + nu) || < || v || / nu
  let low = 0
  let high = Math.sqrt(sum) / radius
  for (let i = 0; i < 200; i++) {
    const midpoint = low + (high - low) * 0.5
    if (midpoint <= low || midpoint >= high) break
    if (excess(midpoint) > 0) low = midpoint
    else high = midpoint
  }
  return high
}

/** The gradient, in the features and then in the eigenvectors, and G + g g^T. */
function learnGradient(table: Table, c: Step, l: number, n: number): void {
  const { lane: T } = table
  const { laneStride, laneStep } = table.layout
  const start = 3 * laneStep + l
  for (let k = 0; k < n; k++) g[k] = 0
  for (let i = 0; i < c.count; i++) if (c.values[i] !== 0) g[c.rows[i]] += c.g * c.values[i]
  for (let k = 0; k < n; k++) q[k] = g[k]
  for (let i = 0; i < n; i++) {
    if (g[i] === 0) continue
    T[i * laneStride + laneStep + l] += g[i]
    for (let k = 0; k < n; k++) q[k] += g[i] * T[start + i * laneStride + k * laneStep]
  }
  for (let p = 0; p < n; p++) {
    for (let k = 0; k < n; k++) matrix[p * n + k] = q[p] * q[k]
    matrix[p * n + p] += T[p * laneStride + 2 * laneStep + l]
  }
  diagonalize(matrix, n, T, start, laneStride, laneStep)
  for (let k = 0; k < n; k++)
    T[k * laneStride + 2 * laneStep + l] = matrix[k * n + k] > 0 ? matrix[k * n + k] : 0
}

/** q = V^T x for x = state j of the rows. */
function turn(table: Table, l: number, n: number, j: number): void {
  const { lane: T } = table
  const { laneStride, laneStep } = table.layout
  const start = 3 * laneStep + l
  for (let k = 0; k < n; k++) q[k] = T[k * laneStride + j * laneStep + l]
  for (let i = 0; i < n; i++) {
    const x = T[i * laneStride + j * laneStep + l]
    if (x === 0) continue
    for (let k = 0; k < n; k++) q[k] += x * T[start + i * laneStride + k * laneStep]
  }
}

/** v of argmin <v, w> + 1/2 <w, H w> + ..., in the eigenvectors: eta u for rda, eta g - H w for cmd. */
function linear(table: Table, c: Step, l: number, n: number): void {
  const { lane: T } = table
  const { laneStride, laneStep } = table.layout
  const start = 3 * laneStep + l
  const eta = param(c, 0, l)
  const averaging = param(c, 2, l) !== 0
  turn(table, l, n, averaging ? 1 : 0)
  for (let k = 0; k < n; k++) v[k] = averaging ? eta * q[k] : eta * g[k] - h[k] * q[k]
  if (averaging) return
  for (let i = 0; i < n; i++) {
    if (g[i] === 0) continue
    for (let k = 0; k < n; k++) v[k] += eta * g[i] * T[start + i * laneStride + k * laneStep]
  }
}

/**
 * AdaGrad with a full matrix (Duchi, Hazan, Singer 2010, Algorithm 2): G += g g^T, H = delta I + G^(1/2), and the closed
 * forms of Eq. 5 and 6 in the eigenvectors of G, which are turned from the eigenvectors of the round before.
 */
export const adagradFull: RuleTwin = {
  ...ownUnit,
  ...plainWeight,
  // a regularizer acts in every round
  eager: true,
  reduce: reach,
  decide(c, l) {
    c.u = c.g !== 0 || param(c, 3, l) === 1 ? 1 : 0
  },
  sweep(table, c, l) {
    const { lane: T } = table
    const { laneStride, laneStep } = table.layout
    const n = c.scalars[c.own]
    if (g.length < table.rows) {
      matrix = new Float64Array(table.rows * table.rows)
      g = new Float64Array(table.rows)
      q = new Float64Array(table.rows)
      v = new Float64Array(table.rows)
      h = new Float64Array(table.rows)
    }
    learnGradient(table, c, l, n)
    for (let k = 0; k < n; k++) h[k] = param(c, 1, l) + Math.sqrt(T[k * laneStride + 2 * laneStep + l])
    linear(table, c, l, n)
    const regularizer = param(c, 3, l)
    const strength = param(c, 0, l) * param(c, 4, l)
    const more =
      regularizer === 1
        ? param(c, 2, l) !== 0
          ? strength * c.round
          : strength
        : regularizer === 2
          ? multiplier(n, param(c, 5, l))
          : 0
    for (let k = 0; k < n; k++) v[k] = -v[k] / (h[k] + more)
    const start = 3 * laneStep + l
    for (let i = 0; i < n; i++) {
      let sum = v[i]
      for (let k = 0; k < n; k++) sum += T[start + i * laneStride + k * laneStep] * v[k]
      T[i * laneStride + l] = sum
    }
  },
  write() {},
}
