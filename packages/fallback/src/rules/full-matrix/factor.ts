import type { Table } from '@ol/spec'
import type { Step } from '../rule.js'

/*
 * The covariance P of a lane as P = U D U^T, U unit upper triangular, D diagonal (Bierman: Factorization Methods for
 * Discrete Sequential Estimation, 1977): positive definite whatever the rounding, and updated in O(d^2). Row j of the
 * table holds U_ij, i < j, and D_jj, from lane state 1 on; a D_jj of 0 marks a feature not learned from yet: it has its
 * prior variance.
 */

let f = new Float64Array(0)
let b = new Float64Array(0)

/** Returns the position of element 0 of row j. */
function rowAt(table: Table, j: number, l: number): number {
  return j * table.layout.laneStride + table.layout.laneStep + l
}

/** Sets the rule's scalar 0 to the number of rows in use, including the rows of the example. */
export function reach(table: Table, c: Step): void {
  let n = c.scalars[c.own]
  // a model file may have any number here
  if (!(n >= 0 && n <= table.rows && n === Math.floor(n))) n = table.rows
  for (let i = 0; i < c.count; i++) if (c.values[i] !== 0 && c.rows[i] >= n) n = c.rows[i] + 1
  c.scalars[c.own] = n
}

/** f = U^T x; returns x^T P x. */
export function spread(table: Table, c: Step, l: number, prior: number): number {
  const { lane: T } = table
  const { laneStep } = table.layout
  const n = c.scalars[c.own]
  if (f.length < table.rows) {
    f = new Float64Array(table.rows)
    b = new Float64Array(table.rows)
  }
  let sum = 0
  for (let j = 0; j < n; j++) {
    const at = rowAt(table, j, l)
    let value = 0
    for (let i = 0; i < c.count; i++) {
      const row = c.rows[i]
      if (row === j) value += c.values[i]
      else if (row < j) value += T[at + row * laneStep] * c.values[i]
    }
    f[j] = value
    const d = T[at + j * laneStep]
    sum += (d > 0 ? d : prior) * (value * value)
  }
  return sum
}

/** P^-1 += x x^T / noise, after `spread`; returns P x as it was before. */
export function learnFrom(table: Table, c: Step, l: number, prior: number, noise: number): Float64Array {
  const { lane: T } = table
  const { laneStep } = table.layout
  const n = c.scalars[c.own]
  let before = noise
  for (let j = 0; j < n; j++) {
    const at = rowAt(table, j, l)
    const d = T[at + j * laneStep] > 0 ? T[at + j * laneStep] : prior
    const v = d * f[j]
    const after = before + f[j] * v
    T[at + j * laneStep] = d * (before / after)
    const back = -f[j] / before
    for (let i = 0; i < j; i++) {
      const u = T[at + i * laneStep]
      T[at + i * laneStep] = u + b[i] * back
      b[i] += u * v
    }
    b[j] = v
    before = after
  }
  return b
}
