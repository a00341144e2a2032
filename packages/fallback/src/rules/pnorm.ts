import { power } from '@ol/numerics'
import type { Table } from '@ol/spec'
import type { Lane, Step } from './rule.js'

/*
 * The q-norm of state 0 of a lane, updated while single elements change: M (S^(1/q)), S the sum of (|value| / M)^q. M
 * is the largest |value| since S was last recomputed, so that no power overflows. Lane scalar 0 is M, lane scalar 1 is
 * S.
 */

/** A sum below this share of its unit has lost three digits to subtractions. */
const leastSum = 1e-3

/** Sets state 0 of one row to `value`, and updates the sum. */
export function moveTo(T: Lane, k: number, value: number, c: Step, l: number, q: number): void {
  const from = T[k] < 0 ? -T[k] : T[k]
  T[k] = value
  const to = T[k] < 0 ? -T[k] : T[k]
  const { scalars } = c
  const atM = c.laneOwn + l
  const atS = atM + c.lanes
  if (to > scalars[atM]) {
    scalars[atS] *= power(scalars[atM] / to, q)
    scalars[atM] = to
  }
  const M = scalars[atM]
  if (!(M > 0)) return
  const sum = scalars[atS] + (power(to / M, q) - power(from / M, q))
  scalars[atS] = sum > 0 ? sum : 0
}

/** Recomputes the sum of lane l over the whole table. */
export function sumPowers(table: Table, c: Step, l: number, q: number): void {
  const { lane: T, rows } = table
  const { laneStride } = table.layout
  let M = 0
  for (let row = 0; row < rows; row++) {
    const value = T[row * laneStride + l]
    const size = value < 0 ? -value : value
    if (size > M) M = size
  }
  let sum = 0
  if (M > 0) {
    for (let row = 0; row < rows; row++) {
      const value = T[row * laneStride + l]
      if (value !== 0) sum += power((value < 0 ? -value : value) / M, q)
    }
  }
  c.scalars[c.laneOwn + l] = M
  c.scalars[c.laneOwn + c.lanes + l] = sum
}

/** Returns whether the sum of lane l has lost digits to cancellation. */
export function faded(c: Step, l: number): boolean {
  return c.scalars[c.laneOwn + l] > 0 && c.scalars[c.laneOwn + c.lanes + l] < leastSum
}

/**
 * Once in this many examples a sum is recomputed, so that roundings never add up. The number of rows must not decide: a
 * growing table with spare capacity would get other sums.
 */
const sumLife = 1 << 18

/** Recomputes the sum where digits were lost or the sum is old. */
export function keepSum(table: Table, c: Step, l: number, q: number): void {
  if (faded(c, l) || c.round % sumLife === 0) sumPowers(table, c, l, q)
}

/** sign(value) (|value| / M)^(q-1): the weight before `linked`. */
export function link(T: Lane, k: number, c: Step, l: number, q: number): number {
  const value = T[k]
  const M = c.scalars[c.laneOwn + l]
  if (value === 0 || !(M > 0)) return 0
  return value < 0 ? -power(-value / M, q - 1) : power(value / M, q - 1)
}

/** ||value||_q^(2-q) |value|^(q-1), from the sum or the single weight that `link` made: the gradient of 1/2 ||.||_q^2. */
export function linked(z: number, c: Step, l: number, q: number): number {
  const M = c.scalars[c.laneOwn + l]
  return M > 0 ? z * M * power(c.scalars[c.laneOwn + c.lanes + l], (2 - q) / q) : 0
}

/** Starts the norm of an example: c.v its largest |r|, c.u the sum of (|r| / c.v)^q. */
export function startNorm(c: Step): void {
  c.u = 0
  c.v = 0
}

/** Adds a feature to the norm of the example. */
export function addToNorm(r: number, c: Step, q: number): void {
  const size = r < 0 ? -r : r
  if (size > c.v) {
    c.u = c.u * power(c.v / size, q) + 1
    c.v = size
  } else c.u += power(size / c.v, q)
}

/** Returns the q-norm of the example. */
export function normOf(c: Step, q: number): number {
  return c.v * power(c.u, 1 / q)
}
