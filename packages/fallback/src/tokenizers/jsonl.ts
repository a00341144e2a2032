import { hashNameInt, murmur3Int, namespaceHash } from '@ol/numerics'
import {
  type Chunk,
  dateFeatures,
  faults,
  limits,
  missingText,
  type TokenPlan,
  type Tokens,
  textOf,
} from '@ol/spec'
import { endsLine } from './bytes.js'
import { hourTexts, type Moment, monthTexts, parseIsoMoment, weekdayTexts } from './date-cell.js'
import { blank, jsonNumber, literal, missingNumber } from './json-scalar.js'
import { jsonText, jsonTextEnd, resolved, resolveEscapes } from './json-text.js'
import { initial, isKey, isWord, label, type Row, rowWeight, tag, words } from './jsonl-row.js'
import { endFeatures, type ReadLine, walkLines } from './lines.js'
import { tokenNames } from './naming.js'
import { spellsZero } from './number.js'
import { putSpace, startExample } from './tokens.js'
import { fail } from './wrong.js'

const { minValue, maxValue } = limits
const maxDepth = 32

/**
 * JSON Lines: an object per line. `label`, `weight`, `initial`, `tag` (also after an underscore) have these meanings;
 * the members of `features` and all others are features: docs/formats/jsonl.md.
 */
export function tokenizeJsonl(plan: TokenPlan, chunk: Chunk, out: Tokens): void {
  walkLines(plan, chunk, out, example, 0, true)
}

const example: ReadLine = (plan, bytes, _view, p, out, e, n, spaces) => {
  if (bytes[p] !== 123) return fail(faults.json, p, p + 1)
  const row: Row = { plan, bytes, out, e, n, spaces, within: [], spaced: n }
  out.labels[e] = Number.NaN
  startExample(out, e)
  const root = namespaceHash(bytes, 0, 0, plan.seed, plan.hash) | 0
  p = members(row, p + 1, root, 32, 0)
  if (p < 0) return p
  p = blank(bytes, p)
  if (!endsLine(bytes, p)) return fail(faults.json, p, p + 1)
  endFeatures(out, row.n, row.spaces)
  return p
}

/** Reads the members of an object from the byte after its brace on; returns the byte after its end. */
function members(row: Row, p: number, H: number, spaceByte: number, depth: number): number {
  const { bytes, plan } = row
  if (depth > maxDepth + 1) return fail(faults.jsonDepth, p - 1, p)
  p = blank(bytes, p)
  if (bytes[p] === 125) return p + 1
  for (;;) {
    if (bytes[p] !== 34) return fail(faults.json, p, p + 1)
    const start = p + 1
    const end = jsonTextEnd(bytes, start)
    if (end < 0) return fail(faults.json, p, start)
    const escaped = jsonText.escaped
    p = blank(bytes, end + 1)
    if (bytes[p] !== 58) return fail(faults.json, p, p + 1)
    p = blank(bytes, p + 1)
    if (depth === 0 && isKey(bytes, start, end, plan.labelKey)) p = label(row, p)
    else if (depth === 0 && plan.labelKey.length === 0 && isWord(bytes, start, end, words.label))
      p = label(row, p)
    else if (depth === 0 && isWord(bytes, start, end, words.weight)) p = rowWeight(row, p)
    else if (depth === 0 && isWord(bytes, start, end, words.initial)) p = initial(row, p)
    else if (depth === 0 && isWord(bytes, start, end, words.tag)) p = tag(row, p)
    else if (depth === 0 && bytes[p] === 123 && isWord(bytes, start, end, words.features))
      p = members(row, p + 1, H, spaceByte, 1)
    else p = feature(row, p, start, end, escaped, H, spaceByte, depth)
    if (p < 0) return p
    p = blank(bytes, p)
    const c = bytes[p]
    if (c === 125) break
    if (c !== 44) return fail(faults.json, p, p + 1)
    p = blank(bytes, p + 1)
  }
  stretch(row, spaceByte)
  return p + 1
}

/** Ends a run of features of one namespace. */
function stretch(row: Row, spaceByte: number): void {
  if (row.plan.spaces && row.n > row.spaced) {
    row.spaces = putSpace(row.out, row.spaces, spaceByte, row.n)
    row.spaced = row.n
  }
}

/** Returns the hash of a name or, with `category`, of a string, which is never read as a number. */
function hashOf(
  row: Row,
  start: number,
  end: number,
  escaped: boolean,
  seed: number,
  category: boolean,
): number {
  let bytes = row.bytes
  if (escaped) {
    const length = resolveEscapes(bytes, start, end)
    if (length < 0) return Number.NaN
    bytes = resolved()
    start = 0
    end = length
  }
  return category ? murmur3Int(bytes, start, end, seed) : hashNameInt(bytes, start, end, seed, row.plan.hash)
}

/** Returns the value of the feature [start, end) at `p`. */
function feature(
  row: Row,
  p: number,
  start: number,
  end: number,
  escaped: boolean,
  H: number,
  spaceByte: number,
  depth: number,
): number {
  const { bytes, out, plan } = row
  const c = bytes[p]
  if (c === 123 || c === 91) {
    stretch(row, spaceByte)
    // the hash of an outermost namespace starts from the seed; a namespace within another starts from the outer one's
    // hash
    const whole = plan.hash === 'whole'
    let inner = H
    if (depth <= 1) {
      if (end > start) inner = hashOf(row, start, end, escaped, plan.seed, whole)
    } else inner = hashOf(row, start, end, escaped, H, whole)
    if (Number.isNaN(inner)) return fail(faults.json, start, end)
    const innerByte = end > start ? bytes[start] : 32
    const { within } = row
    if (tokenNames.names !== undefined && end > start)
      row.within = [...within, readable(bytes, start, end, escaped)]
    p =
      c === 123
        ? members(row, p + 1, inner, innerByte, depth <= 1 ? 2 : depth + 1)
        : array(row, p + 1, inner, innerByte)
    row.within = within
    return p
  }
  const hash = hashOf(row, start, end, escaped, H, false)
  if (Number.isNaN(hash)) return fail(faults.json, start, end)
  if (c === 34) {
    const stop = jsonTextEnd(bytes, p + 1)
    if (stop < 0) return fail(faults.json, p, p + 1)
    const inner = jsonText.escaped
    if (isDate(row, p + 1, stop, inner)) {
      putMoment(row, hash, () => readable(bytes, start, end, escaped))
      return stop + 1
    }
    const index = hashOf(row, p + 1, stop, inner, hash, true)
    if (Number.isNaN(index)) return fail(faults.json, p, stop)
    if (tokenNames.names !== undefined) {
      leaveName(
        row,
        () => readable(bytes, start, end, escaped),
        () => readable(bytes, p + 1, stop, inner),
      )
    }
    out.indices[row.n] = index
    out.values[row.n++] = 1
    return stop + 1
  }
  const none = missingNumber(bytes, p)
  if (none >= 0) {
    putMissing(row, hash, () => readable(bytes, start, end, escaped))
    return none
  }
  if (tokenNames.names !== undefined) leaveName(row, () => readable(bytes, start, end, escaped))
  if (c === 45 || (c >= 48 && c <= 57)) return value(row, p, hash)
  const stop = literal(bytes, p)
  if (stop < 0) return fail(faults.json, p, p + 1)
  if (c === 116) {
    out.indices[row.n] = hash
    out.values[row.n++] = 1
  }
  return stop
}

/** Reads a number as the value of a feature. */
function value(row: Row, p: number, index: number): number {
  const { bytes, out } = row
  const stop = jsonNumber(bytes, p, out.values, row.n)
  if (stop < 0) return fail(faults.json, p, p + 1)
  const v = out.values[row.n]
  const magnitude = v < 0 ? -v : v
  if (magnitude >= minValue && magnitude <= maxValue) out.indices[row.n++] = index
  else if (v !== 0 || !spellsZero(bytes, p, stop)) return fail(faults.valueRange, p, stop)
  return stop
}

const moment: Moment = { days: 0, month: 0, weekday: 0, hour: 0 }

/** Reads a string into `moment` if it is a date and the option `dates` is not 'off'; returns whether it did. */
function isDate({ plan, bytes }: Row, start: number, end: number, escaped: boolean): boolean {
  if (!plan.missing || plan.dates === dateFeatures.off) return false
  if (!escaped) return parseIsoMoment(bytes, start, end, moment)
  const length = resolveEscapes(bytes, start, end)
  return length > 0 && parseIsoMoment(resolved(), 0, length, moment)
}

/** Adds the features of `moment`, the same as for a cell of a column of dates. */
function putMoment(row: Row, index: number, name: () => string): void {
  const { out, plan } = row
  const { days, month, weekday, hour } = moment
  if (days !== 0) {
    leaveName(row, name)
    out.indices[row.n] = index
    out.values[row.n++] = days
  }
  if (plan.dates === dateFeatures.number) return
  putCategory(row, index, monthTexts[month - 1], name)
  putCategory(row, index, weekdayTexts[weekday], name)
  if (hour >= 0) putCategory(row, index, hourTexts[hour], name)
}

function putCategory(row: Row, index: number, text: Uint8Array, name: () => string): void {
  leaveName(row, name, () => textOf(text, 0, text.length))
  row.out.indices[row.n] = murmur3Int(text, 0, text.length, index)
  row.out.values[row.n++] = 1
}

const missingBytes = Uint8Array.from(missingText, (c) => c.charCodeAt(0))

/** Adds a missing feature and its indicator. */
function putMissing(row: Row, index: number, name: () => string): void {
  const { out, plan } = row
  if (!plan.missing) return
  leaveName(row, name)
  out.indices[row.n] = index
  out.values[row.n++] = Number.NaN
  putCategory(row, index, missingBytes, name)
}

/** Records the name of the next feature. */
function leaveName({ n, within }: Row, text: () => string, value?: () => string): void {
  if (tokenNames.names !== undefined)
    tokenNames.names.found[n] = () => ({
      within,
      name: text(),
      ...(value === undefined ? {} : { value: value() }),
    })
}

function readable(bytes: Uint8Array, start: number, end: number, escaped: boolean): string {
  if (!escaped) return textOf(bytes, start, end)
  const length = resolveEscapes(bytes, start, end)
  return length < 0 ? '' : textOf(resolved(), 0, length)
}

const digits = new Uint8Array(16)

/** Returns the hash of a place in an array, from 0: the hash of the name with its digits. */
function placeHash(plan: TokenPlan, i: number, H: number): number {
  if (plan.hash !== 'all') return (i + H) | 0
  const place = String(i)
  for (let k = 0; k < place.length; k++) digits[k] = place.charCodeAt(k)
  return murmur3Int(digits, 0, place.length, H)
}

/**
 * Reads an array of numbers, whose names are their places from 0, or of strings, which are names. A missing value
 * counts as a number, and is removed again once a string follows.
 */
function array(row: Row, p: number, H: number, spaceByte: number): number {
  const { bytes, out, plan } = row
  const first = row.n
  let kind = 0
  p = blank(bytes, p)
  if (bytes[p] === 93) return p + 1
  for (let i = 0; ; i++) {
    const c = bytes[p]
    const none = missingNumber(bytes, p)
    if (none >= 0 && (c === 110 || kind !== 2)) {
      if (c !== 110) kind = 1
      if (kind !== 2) putMissing(row, placeHash(plan, i, H), () => String(i))
      p = none
    } else if (c === 34 && kind !== 1) {
      if (kind === 0) row.n = first
      kind = 2
      const stop = jsonTextEnd(bytes, p + 1)
      if (stop < 0) return fail(faults.json, p, p + 1)
      const index = hashOf(row, p + 1, stop, jsonText.escaped, H, false)
      if (Number.isNaN(index)) return fail(faults.json, p, stop)
      if (tokenNames.names !== undefined) {
        const [from, escaped] = [p + 1, jsonText.escaped]
        leaveName(row, () => readable(bytes, from, stop, escaped))
      }
      out.indices[row.n] = index
      out.values[row.n++] = 1
      p = stop + 1
    } else if ((c === 45 || (c >= 48 && c <= 57)) && kind !== 2) {
      kind = 1
      if (tokenNames.names !== undefined) leaveName(row, () => String(i))
      p = value(row, p, placeHash(plan, i, H))
      if (p < 0) return p
    } else return fail(c === 110 ? faults.json : faults.jsonArray, p, p + 1)
    p = blank(bytes, p)
    if (bytes[p] === 93) break
    if (bytes[p] !== 44) return fail(faults.json, p, p + 1)
    p = blank(bytes, p + 1)
  }
  stretch(row, spaceByte)
  return p + 1
}
