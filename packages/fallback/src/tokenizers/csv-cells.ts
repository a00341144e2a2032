import { murmur3Int } from '@ol/numerics'
import { columnRoles, dateFeatures, faults, labelModes, limits, type TokenPlan, type Tokens } from '@ol/spec'
import { type Field, isMissing, undouble } from './csv-field.js'
import { booleanOf, isInfinity, isMissingWord, isOneOf } from './csv-words.js'
import { hourTexts, type Moment, monthTexts, parseMoment, weekdayTexts } from './date-cell.js'
import { parseFormed } from './formed-number.js'
import { acceptLabel, parseLabel } from './labels.js'
import { tokenNames } from './naming.js'
import { parseNumber, spellsZero } from './number.js'
import { prosePart } from './prose-part.js'

const { minValue, maxValue, maxWeight } = limits
const { numeric, categorical, label, weight, tag, text: words, boolean, date } = columnRoles

/** Results of a cell other than a fault. */
export const taken = -1
/** the cell is missing */
export const absent = -2
/** it does not fit its column */
export const odd = -3

const scratch = new Float64Array(1)
const moment: Moment = { days: 0, month: 0, weekday: 0, hour: 0 }
const missingText = Uint8Array.from('missing', (c) => c.charCodeAt(0))

/** The result of a cell: the position after its features. */
export const cell = { n: 0 }

/** Reads the cells of CSV into features, except the common numbers; twin: native/core/tokenizers/csv-cells.cc. */
export function takeCell(
  plan: TokenPlan,
  bytes: Uint8Array,
  field: Field,
  role: number,
  column: number,
  point: number,
  out: Tokens,
  example: number,
  n: number,
): number {
  cell.n = n
  let source = bytes
  let { start, end } = field
  if (field.doubled) {
    const text = undouble(bytes, start, end, plan.quote, plan.escape)
    source = text.bytes
    start = 0
    end = text.length
  }
  if (field.quoted && plan.missing && !isText(role)) {
    const [from, to] = withoutBlanks(source, start, end)
    // a string label keeps its blanks
    if (role !== label || from === to || parseNumber(source, from, scratch, 0, point) === to) {
      start = from
      end = to
    }
  }
  switch (role) {
    case categorical:
      if (isAbsent(plan, source, start, end, false)) return absent
      putText(plan, source, start, end, column, out, field, bytes)
      return taken
    case words:
      if (plan.prose && prosePart.put !== undefined) {
        const from = { seed: plan.columnHashes[column], grams: plan.charNgrams, column, n }
        cell.n = prosePart.put(source, start, end, from, out)
      } else putWords(source, start, end, plan.columnHashes[column], out, column)
      return taken
    case numeric:
      return takeNumber(plan, source, start, end, column, point, out)
    case boolean: {
      if (isAbsent(plan, source, start, end, true)) return absent
      const value = booleanOf(source, start, end)
      if (value === undefined) return plan.missing ? odd : faults.type
      putCategory(plan, value, column, out)
      return taken
    }
    case date:
      if (isAbsent(plan, source, start, end, true)) return absent
      if (!parseMoment(source, start, end, plan.forms[column], moment))
        return plan.missing ? odd : faults.type
      putMoment(plan, column, out)
      return taken
    case label:
      return takeLabel(plan, source, start, end, column, point, out, example)
    case weight: {
      const stop = parseNumber(source, start, out.weights, example, point)
      const w = out.weights[example]
      return stop !== end || !(w >= 0 && w <= maxWeight) ? faults.weight : taken
    }
    case tag:
      if (field.end > field.start) {
        out.tags[2 * example] = field.start
        out.tags[2 * example + 1] = field.end
      }
      return taken
    default:
      // a delimiter after the last column does not start a column
      return plan.missing && field.start === field.end ? taken : faults.columnsMany
  }
}

/** Returns whether the cells of a role are strings, which keep the blanks within their quotes. */
function isText(role: number): boolean {
  return role === categorical || role === words || role === tag
}

/** Returns the start and end of a string without the blanks and tabs around it. */
function withoutBlanks(bytes: Uint8Array, from: number, to: number): readonly [start: number, end: number] {
  let [start, end] = [from, to]
  while (start < end && isBlank(bytes[start])) start++
  while (end > start && isBlank(bytes[end - 1])) end--
  return [start, end]
}

function isBlank(c: number): boolean {
  return c === 32 || c === 9
}

/** Returns whether a cell marks a missing value; `typed`: its column is not one of strings. */
function isAbsent(plan: TokenPlan, bytes: Uint8Array, start: number, end: number, typed: boolean): boolean {
  if (start === end) return true
  if (plan.missingTexts.length > 0) return isOneOf(bytes, start, end, plan.missingTexts)
  if (!plan.missing) return isMissing(bytes, start, end)
  return typed && isMissingWord(bytes, start, end)
}

function takeNumber(
  plan: TokenPlan,
  bytes: Uint8Array,
  start: number,
  end: number,
  column: number,
  point: number,
  out: Tokens,
): number {
  if (isAbsent(plan, bytes, start, end, true)) return absent
  const n = cell.n
  const { values } = out
  if (
    parseNumber(bytes, start, values, n, point) !== end &&
    !(plan.missing && parseFormed(bytes, start, end, plan.forms[column], point, values, n))
  )
    return plan.missing ? odd : faults.type
  const v = values[n]
  const magnitude = v < 0 ? -v : v
  if (magnitude >= minValue && magnitude <= maxValue) {
    tokenNames.names?.column(n, column)
    out.indices[n] = plan.columnHashes[column]
    cell.n = n + 1
    return taken
  }
  if (plan.missing) return magnitude < minValue ? taken : odd
  return v !== 0 || !spellsZero(bytes, start, end) ? faults.valueRange : taken
}

function takeLabel(
  plan: TokenPlan,
  bytes: Uint8Array,
  start: number,
  end: number,
  column: number,
  point: number,
  out: Tokens,
  example: number,
): number {
  const strings = plan.labelMode === labelModes.strings || plan.labelMode === labelModes.positive
  const missing =
    strings && plan.missingTexts.length === 0
      ? isMissing(bytes, start, end)
      : isAbsent(plan, bytes, start, end, true)
  if (missing) return absent
  const fault = parseLabel(plan, bytes, start, end, out.labels, example, point)
  if (fault !== faults.labelNumber || !plan.missing) return fault
  if (isInfinity(bytes, start, end)) {
    out.labels[example] = Number.NaN
    return absent
  }
  if (!parseFormed(bytes, start, end, plan.forms[column], point, out.labels, example)) return fault
  return acceptLabel(plan, out.labels, example)
}

function putText(
  plan: TokenPlan,
  source: Uint8Array,
  start: number,
  end: number,
  column: number,
  out: Tokens,
  field: Field,
  bytes: Uint8Array,
): void {
  const n = cell.n
  out.indices[n] = murmur3Int(source, start, end, plan.columnHashes[column])
  tokenNames.names?.field(n, column, bytes, field, plan.quote, plan.escape)
  out.values[n] = 1
  cell.n = n + 1
}

/** Adds a category that is not the text of its cell. */
function putCategory(plan: TokenPlan, value: Uint8Array, column: number, out: Tokens): void {
  const n = cell.n
  out.indices[n] = murmur3Int(value, 0, value.length, plan.columnHashes[column])
  tokenNames.names?.word(n, column, value, 0, value.length)
  out.values[n] = 1
  cell.n = n + 1
}

function putMoment(plan: TokenPlan, column: number, out: Tokens): void {
  const { days, month, weekday, hour } = moment
  if (days !== 0) {
    const n = cell.n
    tokenNames.names?.column(n, column)
    out.indices[n] = plan.columnHashes[column]
    out.values[n] = days
    cell.n = n + 1
  }
  if (plan.dates === dateFeatures.number) return
  if (month > 0) putCategory(plan, monthTexts[month - 1], column, out)
  if (weekday >= 0) putCategory(plan, weekdayTexts[weekday], column, out)
  if (hour >= 0) putCategory(plan, hourTexts[hour], column, out)
}

/** Adds the features of a missing cell: NaN in a column of numbers or dates, and the indicator that it is missing. */
export function putMissing(plan: TokenPlan, role: number, column: number, out: Tokens, n: number): void {
  cell.n = n
  if (!plan.missing) return
  if (role === numeric || role === date) {
    tokenNames.names?.column(n, column)
    out.indices[n] = plan.columnHashes[column]
    out.values[n] = Number.NaN
    cell.n = n + 1
  } else if (role !== categorical && role !== boolean) return
  putCategory(plan, missingText, column, out)
}

/** Adds each word of a field as a category; white space separates words. */
function putWords(
  source: Uint8Array,
  from: number,
  end: number,
  seed: number,
  out: Tokens,
  column: number,
): void {
  const { names } = tokenNames
  let p = from
  for (;;) {
    while (p < end && source[p] <= 32) p++
    if (p === end) return
    const start = p
    while (p < end && source[p] > 32) p++
    names?.word(cell.n, column, source, start, p)
    out.indices[cell.n] = murmur3Int(source, start, p, seed)
    out.values[cell.n++] = 1
  }
}
