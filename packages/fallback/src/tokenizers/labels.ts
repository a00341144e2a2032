import { faults, labelModes, limits, type TokenPlan } from '@ol/spec'
import { parseNumber } from './number.js'

const scratch = new Float64Array(1)

/**
 * Reads the label [start, end) into `out[at]`; returns the number of a fault, or -1.
 * The byte at `end` must be readable and must not be a digit. `point`: the decimal point of a number.
 */
export function parseLabel(
  plan: TokenPlan,
  bytes: Uint8Array,
  start: number,
  end: number,
  out: Float64Array,
  at: number,
  point = 46,
): number {
  const mode = plan.labelMode
  if (mode === labelModes.unread) {
    out[at] = Number.NaN
    return -1
  }
  if (mode === labelModes.strings || mode === labelModes.positive)
    return textLabel(plan, bytes, start, end, out, at, point)
  if (parseNumber(bytes, start, out, at, point) !== end) return faults.labelNumber
  return acceptLabel(plan, out, at)
}

/** Checks the number `out[at]` as a label; returns the number of a fault, or -1. */
export function acceptLabel(plan: TokenPlan, out: Float64Array, at: number): number {
  const mode = plan.labelMode
  const y = out[at]
  if (mode === labelModes.sign) {
    if (y === 0) out[at] = -1
    else if (y !== 1 && y !== -1) return faults.labelSign
    return -1
  }
  if (mode === labelModes.class) {
    if (!(y >= 1 && y <= plan.positive) || !Number.isInteger(y)) return faults.labelClass
    return -1
  }
  if (!(y >= -limits.maxLabel && y <= limits.maxLabel)) return faults.labelRange
  if (mode === labelModes.count && y < 0) return faults.labelCount
  return -1
}

function textLabel(
  plan: TokenPlan,
  bytes: Uint8Array,
  start: number,
  end: number,
  out: Float64Array,
  at: number,
  point: number,
): number {
  const { labelTexts, labelEnds } = plan
  for (let i = 0, from = 0; i < labelEnds.length; from = labelEnds[i++]) {
    if (sameBytes(bytes, start, end, labelTexts, from, labelEnds[i])) {
      out[at] = plan.labelValues[i]
      return -1
    }
  }
  // another spelling of the same number (1.0 or 01 for 1)
  const isNumber = parseNumber(bytes, start, scratch, 0, point) === end
  if (plan.labelMode === labelModes.positive) {
    out[at] = isNumber && scratch[0] === plan.positive ? 1 : -1
    return -1
  }
  const place = isNumber ? plan.labelNumbers.indexOf(scratch[0]) : -1
  if (place < 0) return faults.labelText
  out[at] = plan.labelValues[place]
  return -1
}

function sameBytes(
  a: Uint8Array,
  start: number,
  end: number,
  b: Uint8Array,
  from: number,
  to: number,
): boolean {
  if (end - start !== to - from) return false
  for (let i = start, j = from; i < end; i++, j++) if (a[i] !== b[j]) return false
  return true
}
