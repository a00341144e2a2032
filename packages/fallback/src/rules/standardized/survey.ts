import type { Table } from '@ol/spec'
import { isPresent } from '../../engine/is-present.js'
import type { Active } from '../active.js'
import type { Step } from '../rule.js'
import { type Converted, countFaint, isFaint, powerBelow } from './faint-run.js'
import { knownWeight } from './known-weight.js'
import { present } from './present.js'

/*
 * The active features of an example, and their values: the features of the example, and the dense ones that are absent
 * from it (docs/decisions/0016). Twin: native/core/rules/standardized/survey.h.
 */

/** Shared state of a row. */
export const COUNT = 0
export const MEAN = 1
export const SQUARES = 2
export const UNIT = 3
/** 0: not dense; the row after it in the list of dense features, counted from 1; -1: the last */
export const NEXT = 4
/** the weight of the examples in which the feature was missing */
export const MISSING = 5

/** Scalars of the rule: N of each family, the weight that N counts, and the first dense row, counted from 1. */
export const SUMS = 0
export const COUNTED = 2
const FIRST = 3

/** Standard deviations that a value is clipped at. */
const farthest = 4
/** A feature needs this number of values before one can be an outlier; a value may add at most this share of their squares. */
const fewest = 16
const share = 1 / 16
/** A unit is raised if the root mean square is 2^16 times as large; this is the square. */
const outgrown = 2 ** 32

const bits = new DataView(new ArrayBuffer(8))
const converted: Converted = { mean: 0, squares: 0, unit: 0 }

/** Returns the largest power of two that is not above the root of a number. */
function powerBelowRoot(square: number): number {
  bits.setFloat64(0, square)
  const exponent = ((bits.getUint32(0) >>> 20) & 0x7ff) - 1023
  bits.setUint32(0, ((exponent >> 1) + 1023) << 20)
  bits.setUint32(4, 0)
  return bits.getFloat64(0)
}

function clip(a: number): number {
  return a < -farthest ? -farthest : a > farthest ? farthest : a
}

/**
 * Lists the active features: the constant; the features of the example that are not dense, in their order; the dense
 * ones in the order in which they became dense; then the derived ones of the example. Changes only c; `commitSurvey`
 * changes the model.
 */
export function survey(
  table: Table,
  indices: Uint32Array,
  values: Float64Array,
  from: number,
  to: number,
  c: Step,
  active: Active,
): void {
  const p = present
  const constant = collect(table, indices, values, from, c.derived, c)
  count(table, c)
  walk(table, c)
  active.grow(p.size + p.dense + 1 + (to - c.derived))
  active.count = 0
  if (constant >= 0) addConstant(constant, table, active)
  for (let j = 0; j < p.size; j++) if (isPresent(p.x[j]) && p.isDense[j] === 0) addSparse(j, c, active)
  for (let d = 0; d < p.dense; d++) addDense(d, table, c, active)
  for (let i = c.derived; i < to; i++)
    if (isPresent(values[i])) addPlain(indices[i] & (table.rows - 1), values[i], 0, active)
  measure(c, active)
}

/**
 * Marks the rows of the example as present; features that share one add up, and of these a missing one adds nothing. Returns the row of
 * the constant, or -1.
 */
function collect(
  table: Table,
  indices: Uint32Array,
  values: Float64Array,
  from: number,
  to: number,
  c: Step,
): number {
  const { shared: S, layout, rows } = table
  const { sharedStart, sharedStride } = layout
  const p = present
  p.grow(to - from)
  let constant = -1
  let n = 0
  for (let i = from; i < to; i++) {
    if (values[i] === 0) continue
    const row = indices[i] & (rows - 1)
    if (indices[i] === c.constant) {
      if (isPresent(values[i])) constant = row
      continue
    }
    const at = sharedStart + row * sharedStride
    const known = S[at]
    if (known < 0) {
      p.add(-known - 1, values[i])
      continue
    }
    p.row[n] = row
    p.x[n] = values[i]
    p.old[n] = known
    // marks the row as present until the walk is over
    S[at] = -(n + 1)
    n++
  }
  p.size = n
  const known = constant < 0 ? 0 : S[sharedStart + constant * sharedStride]
  p.beside = known < 0 ? -known - 1 : -1
  return constant
}

/**
 * Keeps feature j within c.reach standard deviations of its earlier values, further with many values: see `Plan.reach`.
 * The standard deviation does not include this example.
 */
function bounded(j: number, S: Float64Array, at: number, c: Step): number {
  const p = present
  const n = p.old[j]
  const x = p.x[j]
  if (!(n >= fewest)) return x
  const mean = S[at + MEAN]
  const dense = S[at + NEXT] !== 0
  const t = c.t - S[at + MISSING] - c.h
  const f = dense ? (n < t ? n / t : 1) : 0
  const square = dense ? S[at + SQUARES] / t + f * (1 - f) * (mean * mean) : S[at + SQUARES] / n + mean * mean
  const own = c.reach * c.reach
  const factor = own > share * n ? own : share * n
  const off = x - f * mean
  // a constant feature has no unit yet
  if (!(square > 0) || !(off * off > factor * square)) return x
  const farthestOff = Math.sqrt(factor * square)
  return off < 0 ? f * mean - farthestOff : f * mean + farthestOff
}

/** The statistics of the features of the example, with this example. */
function count({ shared: S, layout }: Table, c: Step): void {
  const { sharedStart, sharedStride } = layout
  const p = present
  for (let j = 0; j < p.size; j++) {
    const at = sharedStart + p.row[j] * sharedStride
    p.isDense[j] = S[at + NEXT] !== 0 ? 1 : 0
    const x = bounded(j, S, at, c)
    p.x[j] = x
    p.count[j] = p.old[j]
    p.mean[j] = S[at + MEAN]
    p.squares[j] = S[at + SQUARES]
    p.unit[j] = powerBelow(S[at + UNIT])
    p.missing[j] = x === x ? S[at + MISSING] : S[at + MISSING] + c.h
    p.lift[j] = 1
    // features that share a row may cancel
    if (!isPresent(x)) continue
    p.count[j] += c.h
    const e = x - p.mean[j]
    p.mean[j] += (c.h * e) / p.count[j]
    const square = c.h * (e * (x - p.mean[j]))
    if (square > 0) p.squares[j] += square
    p.mean2[j] = p.squares[j] / p.count[j] + p.mean[j] * p.mean[j]
    if (p.mean2[j] > outgrown * (p.unit[j] * p.unit[j])) {
      const unit = powerBelowRoot(p.mean2[j])
      // a row that has no unit yet takes the unit of the constant, which may share it
      p.lift[j] = (p.unit[j] > 0 ? p.unit[j] : 1) / unit
      p.unit[j] = unit
    }
  }
}

/** The list of dense features, with this example; removes the marks. */
function walk(table: Table, c: Step): void {
  const { shared: S, layout, rows } = table
  const { sharedStart, sharedStride } = layout
  const p = present
  p.dense = 0
  p.left = 0
  p.joined = 0
  let next = c.scalars[c.own + FIRST]
  for (let steps = 0; next > 0 && steps < rows; steps++) {
    const row = (next - 1) & (rows - 1)
    const at = sharedStart + row * sharedStride
    const j = S[at] < 0 ? -S[at] - 1 : -1
    const known = c.t - (j < 0 ? S[at + MISSING] : p.missing[j])
    if (4 * (j < 0 ? S[at] : p.count[j]) < known) {
      if (j >= 0) p.isDense[j] = 0
      p.leave(row)
    } else p.list(row, j)
    next = S[at + NEXT]
  }
  for (let j = 0; j < p.size; j++) {
    const at = sharedStart + p.row[j] * sharedStride
    S[at] = p.old[j]
    if (!isPresent(p.x[j]) || S[at + NEXT] !== 0) continue
    if (!(2 * p.count[j] > c.t - p.missing[j])) continue
    p.isDense[j] = 1
    p.joined++
    p.list(p.row[j], j)
  }
}

function addConstant(row: number, { shared: S, layout }: Table, active: Active): void {
  const { beside, unit: units } = present
  const unit =
    beside < 0 ? powerBelow(S[layout.sharedStart + row * layout.sharedStride + UNIT]) : units[beside]
  addPlain(row, 1, unit, active)
}

/** An unscaled feature: the constant, or a derived feature, which has no unit even if it shares a row with a feature that has one. */
function addPlain(row: number, x: number, unit: number, active: Active): void {
  const i = active.count++
  active.row[i] = row
  active.values[0][i] = x
  active.values[1][i] = x
  active.scales[0][i] = unit > 0 ? 1 / unit : 1
  active.scales[1][i] = active.scales[0][i]
  active.lift[i] = 1
}

/** A feature that is often absent: in units of the root mean square of its values that are not 0. */
function addSparse(j: number, c: Step, active: Active): void {
  const p = present
  const i = active.count++
  const s = Math.sqrt(p.mean2[j])
  active.row[i] = p.row[j]
  active.values[0][i] = s > 0 ? clip(p.x[j] / s) : 0
  active.scales[0][i] = s / p.unit[j]
  active.lift[i] = p.lift[j]
  addRms(i, j, c, active)
}

/** The value of a present feature for the second family: in units of the root mean square of all its values. */
function addRms(i: number, j: number, c: Step, active: Active): void {
  const p = present
  const t = knownWeight(c.t, p.missing[j], p.count[j])
  const r = Math.sqrt((p.squares[j] + p.count[j] * (p.mean[j] * p.mean[j])) / t)
  active.values[1][i] = r > 0 ? p.x[j] / r : 0
  active.scales[1][i] = r / p.unit[j]
}

/** A dense feature: its distance from its mean, in standard deviations, both over all examples; where it is missing, it is its mean. */
function addDense(d: number, { shared: S, layout }: Table, c: Step, active: Active): void {
  const p = present
  const i = active.count++
  const row = p.denseRow[d]
  const j = p.place[d]
  const at = layout.sharedStart + row * layout.sharedStride
  const n = j < 0 ? S[at] : p.count[j]
  const mean = j < 0 ? S[at + MEAN] : p.mean[j]
  const squares = j < 0 ? S[at + SQUARES] : p.squares[j]
  const unit = j < 0 ? powerBelow(S[at + UNIT]) : p.unit[j]
  const t = knownWeight(c.t, j < 0 ? S[at + MISSING] : p.missing[j], n)
  const f = n < t ? n / t : 1
  const s = Math.sqrt(squares / t + f * (1 - f) * (mean * mean))
  const x = j < 0 ? 0 : p.x[j]
  active.row[i] = row
  active.values[0][i] = s > 0 && x === x ? clip((x - f * mean) / s) : 0
  active.scales[0][i] = s / unit
  active.lift[i] = j < 0 ? 1 : p.lift[j]
  if (j >= 0 && isPresent(x)) addRms(i, j, c, active)
  else active.values[1][i] = 0
}

/** Sums the squares of each family into N, from the second example on. */
function measure(c: Step, active: Active): void {
  let largest = 0
  c.idle = c.round <= 1
  if (!c.idle) c.scalars[c.own + COUNTED] += c.h
  for (let family = 0; family < 2; family++) {
    const values = active.values[family]
    let squares = 0
    for (let i = 0; i < active.count; i++) {
      const size = values[i] < 0 ? -values[i] : values[i]
      squares += size * size
      if (size > largest) largest = size
    }
    if (!c.idle) c.scalars[c.own + SUMS + family] += c.h * squares
  }
  c.largest = largest
}

/** Adds the results of `survey` to the model. */
export function commitSurvey({ shared: S, layout }: Table, c: Step): void {
  const { sharedStart, sharedStride } = layout
  const p = present
  const keeps = c.reach === Number.POSITIVE_INFINITY
  for (let j = 0; j < p.size; j++) {
    const at = sharedStart + p.row[j] * sharedStride
    S[at] = p.count[j]
    S[at + MEAN] = p.mean[j]
    S[at + SQUARES] = p.squares[j]
    S[at + MISSING] = p.missing[j]
    const x = p.x[j]
    if (keeps || !isPresent(x) || !isFaint(x, p.mean2[j])) {
      S[at + UNIT] = p.unit[j]
      continue
    }
    converted.mean = p.mean[j]
    converted.squares = p.squares[j]
    converted.unit = p.unit[j]
    countFaint(x, p.mean2[j], S[at + UNIT], converted)
    S[at + MEAN] = converted.mean
    S[at + SQUARES] = converted.squares
    S[at + UNIT] = converted.unit
  }
  if (p.left + p.joined === 0) return
  for (let d = 0; d < p.left; d++) S[sharedStart + p.leftRow[d] * sharedStride + NEXT] = 0
  for (let d = 0; d < p.dense; d++)
    S[sharedStart + p.denseRow[d] * sharedStride + NEXT] = d + 1 < p.dense ? p.denseRow[d + 1] + 1 : -1
  c.scalars[c.own + FIRST] = p.dense > 0 ? p.denseRow[0] + 1 : 0
}
