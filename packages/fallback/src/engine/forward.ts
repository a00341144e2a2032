import type { Table } from '@ol/spec'
import type { RuleTwin, Step } from '../rules/rule.js'
import type { Scratch } from './scratch.js'

/**
 * Scales and reads the features from .. to: fills scratch.row, r, z and a, and c.squares and c.largest.
 * One lane has a loop of its own, whose score stays in a register: the same operations in the same order.
 */
export function forward(
  rule: RuleTwin,
  table: Table,
  indices: Uint32Array,
  values: Float64Array,
  from: number,
  to: number,
  c: Step,
  scratch: Scratch,
): void {
  if (table.lanes === 1 && rule.gather === undefined && rule.size === undefined) {
    forwardOne(rule, table, indices, values, from, to, c, scratch)
  } else {
    forwardLanes(rule, table, indices, values, from, to, c, scratch)
  }
}

function forwardOne(
  rule: RuleTwin,
  table: Table,
  indices: Uint32Array,
  values: Float64Array,
  from: number,
  to: number,
  c: Step,
  scratch: Scratch,
): void {
  const { lane: T, shared: S } = table
  const { laneStride, sharedStart, sharedStride } = table.layout
  const mask = table.rows - 1
  const { row: rows, r: rs } = scratch
  let z = 0
  let squares = 0
  let largest = 0
  for (let i = from; i < to; i++) {
    const row = indices[i] & mask
    const x = values[i]
    rows[i - from] = row
    if (x === 0) {
      rs[i - from] = 0
      continue
    }
    const s = sharedStart + row * sharedStride
    const k = row * laneStride
    c.moved = false
    const r = rule.scale(S, s, x, c)
    rs[i - from] = r
    squares += r * r
    const size = r < 0 ? -r : r
    if (size > largest) largest = size
    if (c.moved && rule.prepare !== undefined) rule.prepare(T, k, 1, r, c, 0)
    z += rule.read(T, k, 1, c, 0) * r
  }
  scratch.z[0] = z
  c.largest = largest
  c.squares = squares
}

function forwardLanes(
  rule: RuleTwin,
  table: Table,
  indices: Uint32Array,
  values: Float64Array,
  from: number,
  to: number,
  c: Step,
  scratch: Scratch,
): void {
  const { lane: T, shared: S, lanes } = table
  const { laneStride, laneStep, sharedStart, sharedStride } = table.layout
  const mask = table.rows - 1
  const { row: rows, r: rs, z, a } = scratch
  let squares = 0
  let largest = 0
  for (let i = from; i < to; i++) {
    const row = indices[i] & mask
    const k = row * laneStride
    const x = values[i]
    rows[i - from] = row
    if (x === 0) {
      rs[i - from] = 0
      continue
    }
    c.moved = false
    const r = rule.scale(S, sharedStart + row * sharedStride, x, c)
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
  c.squares = squares
}
