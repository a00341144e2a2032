import { boxed } from '@ol/numerics'
import type { Table } from '@ol/spec'
import { param } from '../parts.js'
import type { RuleTwin, Step } from '../rule.js'

/** Below this product of shrinks, the weights are brought up to date and the product starts from 1 again. */
const least = 2 ** -20

/** Returns the factor that the stored weights of lane l still need; a stored 0 means 1. */
function shrinkOf(c: Step, l: number): number {
  const shrink = c.scalars[c.laneOwn + 2 * c.lanes + l]
  return shrink === 0 ? 1 : shrink
}

/** Sums the squares of the stored weights of lane l, clipped to the box. */
function settle(table: Table, c: Step, l: number): void {
  const { lane: T, rows } = table
  const { laneStride } = table.layout
  const lower = param(c, 3, l)
  const upper = param(c, 4, l)
  let squares = 0
  for (let row = 0; row < rows; row++) {
    const k = row * laneStride + l
    T[k] = boxed(T[k], lower, upper)
    squares += T[k] * T[k]
  }
  c.scalars[c.laneOwn + c.lanes + l] = squares
  c.scalars[c.laneOwn + 2 * c.lanes + l] = 0
}

/**
 * Online gradient descent with one rate for all coordinates (Streeter, McMahan 2010, Theorem 2): w = clip(w - eta g),
 * eta = c D / sqrt(2 sum |g|^2), on the box [lower, upper]; D is the diameter, or estimated from the n features seen so
 * far as (upper - lower) sqrt(n) (section 5.1).
 *
 * With an L2 term every weight has a gradient in every round, l2 w. For absent features two numbers represent it
 * exactly: the product of the shrinks 1 - eta l2 (w = shrink v) and the sum of v^2. If a shrink is too small for the
 * product, or negative, the table is brought up to date once. Lane scalars: sum |g|^2, sum v^2, shrink.
 */
export const ogdGlobal: RuleTwin = {
  eager: true,
  settled: (S, s) => S[s] !== 0,
  scale(S, s, x, c) {
    if (S[s] === 0) c.scalars[c.own] += 1
    S[s] = 1
    return x
  },
  read: (T, k, _L, c, l) => T[k] * shrinkOf(c, l),
  gather: (T, k, _L, r, c, l) => T[k] * shrinkOf(c, l) * r,
  decide(c, l) {
    const l2 = param(c, 2, l)
    const at = c.laneOwn + l
    const shrink = shrinkOf(c, l)
    const size = c.g * Math.sqrt(c.squares)
    let squares = size * size
    if (l2 > 0) squares += 2 * l2 * c.g * c.a + l2 * l2 * (c.scalars[at + c.lanes] * shrink * shrink)
    if (squares > 0) c.scalars[at] += squares
    const Q = c.scalars[at]
    c.v = 1
    if (!(Q > 0) || (c.g === 0 && l2 === 0)) {
      c.u = 0
      return
    }
    const width = param(c, 4, l) - param(c, 3, l)
    const D = param(c, 1, l) > 0 ? param(c, 1, l) : width * Math.sqrt(c.scalars[c.own])
    c.u = (param(c, 0, l) * D) / Math.sqrt(2 * Q)
    if (l2 === 0) return
    const next = shrink * (1 - c.u * l2)
    if (!(next >= least)) c.v = next
    c.scalars[at + 2 * c.lanes] = next >= least ? next : 1
  },
  sweep(table, c, l) {
    if (c.v === 1) return
    const { lane: T, rows } = table
    const { laneStride } = table.layout
    for (let row = 0; row < rows; row++) {
      const k = row * laneStride + l
      const w = T[k] * c.v
      T[k] = w > c.limit ? c.limit : w < -c.limit ? -c.limit : w
    }
  },
  write(T, k, _L, r, c, l) {
    const shrink = shrinkOf(c, l)
    const old = T[k]
    T[k] = boxed(old * shrink - c.u * (c.g * r), param(c, 3, l), param(c, 4, l)) / shrink
    if (param(c, 2, l) > 0) c.scalars[c.laneOwn + c.lanes + l] += T[k] * T[k] - old * old
  },
  finish(table, c, l) {
    // 1, and not 0, only where the table was brought up to date in this round
    if (c.scalars[c.laneOwn + 2 * c.lanes + l] === 1) settle(table, c, l)
  },
  weight: (T, k, _L, _S, _s, c, l) => T[k] * shrinkOf(c, l),
}
