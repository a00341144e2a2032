import type { Chunk, TokenPlan, Tokens } from '@ol/spec'
import { constantIndex, faults, labelModes, limits } from '@ol/spec'
import { hashNameInt, murmur3Int, namespaceHash } from '../hash/murmur3.js'
import { endsLine } from './bytes.js'
import { jsonText, jsonTextEnd, resolved, resolveEscapes } from './json-text.js'
import { parseLabel } from './labels.js'
import { parseNumber, spellsZero } from './number.js'
import { finishTokens, putBad, putSpace } from './tokens.js'
import { fail, wrong } from './wrong.js'

const { minValue, maxValue, maxLabel, maxWeight } = limits
const maxDepth = 32
const encode = (word: string) => Uint8Array.from(word, (c) => c.charCodeAt(0))

/** The example that is being read: its row, and where its features and stretches of namespaces end. */
interface Row {
  readonly plan: TokenPlan
  readonly bytes: Uint8Array
  readonly out: Tokens
  e: number
  n: number
  spaces: number
  /** features that belong to a stretch already */
  spaced: number
}

/**
 * JSON Lines: an object per line. `label`, `weight`, `initial`, `tag` (or the same with an underscore) say what they
 * say, the members of `features` and all others are features: docs/formats/jsonl.md.
 */
export function tokenizeJsonl(plan: TokenPlan, chunk: Chunk, out: Tokens): void {
  const { bytes, end } = chunk
  const row: Row = { plan, bytes, out, e: 0, n: 0, spaces: 0, spaced: 0 }
  const root = namespaceHash(bytes, 0, 0, plan.seed, plan.hash) | 0
  let n = 0
  let spaces = 0
  let bad = 0
  let line = 0
  let p = chunk.start
  out.offsets[0] = 0
  while (p < end) {
    const lineStart = p
    p = blank(bytes, p)
    const empty = endsLine(bytes, p)
    if (!empty) {
      row.n = n
      row.spaces = spaces
      row.spaced = n
      out.labels[row.e] = Number.NaN
      out.weights[row.e] = 1
      out.initial[row.e] = 0
      out.tags[2 * row.e] = 0
      out.tags[2 * row.e + 1] = 0
      p = bytes[p] === 123 ? members(row, p + 1, root, 32, 0) : fail(faults.json, p, p + 1)
      if (p >= 0) {
        p = blank(bytes, p)
        if (!endsLine(bytes, p)) p = fail(faults.json, p, p + 1)
      }
    }
    const lineEnd = bytes.indexOf(10, p < 0 ? lineStart : p)
    if (p < 0 || lineEnd - lineStart > plan.maxLineBytes) {
      putBad(out, bad++, plan, bytes, line, lineStart, lineEnd, wrong.fault, wrong.start, wrong.end)
    } else if (!empty) {
      n = row.n
      spaces = row.spaces
      out.spaceEnds[row.e] = spaces
      if (plan.constant) {
        out.indices[n] = constantIndex
        out.values[n++] = 1
      }
      out.lines[row.e] = line
      out.offsets[++row.e] = n
    }
    line++
    p = lineEnd + 1
  }
  finishTokens(out, row.e, n, line, bad, p, spaces)
}

/** Behind spaces and tabs; a carriage return counts as one where it does not end the line. */
function blank(bytes: Uint8Array, p: number): number {
  while (bytes[p] === 32 || bytes[p] === 9 || (bytes[p] === 13 && bytes[p + 1] !== 10)) p++
  return p
}

const words = {
  label: encode('label'),
  weight: encode('weight'),
  initial: encode('initial'),
  tag: encode('tag'),
  features: encode('features'),
}

/** Whether a name is the word, as it stands or behind an underscore. */
function isWord(bytes: Uint8Array, start: number, end: number, word: Uint8Array): boolean {
  if (end - start === word.length + 1 && bytes[start] === 95) start++
  if (end - start !== word.length) return false
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word[i]) return false
  return true
}

function isKey(bytes: Uint8Array, start: number, end: number, key: Uint8Array): boolean {
  if (key.length === 0 || end - start !== key.length) return false
  for (let i = 0; i < key.length; i++) if (bytes[start + i] !== key[i]) return false
  return true
}

/** Reads the members of an object from behind its brace on; returns the byte behind its end. */
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
    else if (depth === 0 && isWord(bytes, start, end, words.weight)) p = weight(row, p)
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

/** Ends a stretch of features of one namespace. */
function stretch(row: Row, spaceByte: number): void {
  if (row.plan.spaces && row.n > row.spaced) {
    row.spaces = putSpace(row.out, row.spaces, spaceByte, row.n)
    row.spaced = row.n
  }
}

/** The hash of a name or, with `category`, of a text value, which is never read as a number. */
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

/** The value of the feature [start, end) at `p`. */
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
    // the hash of an outermost namespace starts from the seed, that of one within another from the outer's
    let inner = H
    if (depth <= 1) {
      if (end > start) inner = hashOf(row, start, end, escaped, plan.seed, false)
    } else inner = hashOf(row, start, end, escaped, H, false)
    if (Number.isNaN(inner)) return fail(faults.json, start, end)
    const innerByte = end > start ? bytes[start] : 32
    return c === 123
      ? members(row, p + 1, inner, innerByte, depth <= 1 ? 2 : depth + 1)
      : array(row, p + 1, inner, innerByte)
  }
  const hash = hashOf(row, start, end, escaped, H, false)
  if (Number.isNaN(hash)) return fail(faults.json, start, end)
  if (c === 34) {
    const stop = jsonTextEnd(bytes, p + 1)
    if (stop < 0) return fail(faults.json, p, p + 1)
    const index = hashOf(row, p + 1, stop, jsonText.escaped, hash, true)
    if (Number.isNaN(index)) return fail(faults.json, p, stop)
    out.indices[row.n] = index
    out.values[row.n++] = 1
    return stop + 1
  }
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

/** `parseNumber` of what JSON takes for a number. */
function jsonNumber(bytes: Uint8Array, p: number, out: Float64Array, at: number): number {
  const first = bytes[p] === 45 ? p + 1 : p
  let q = first
  while (bytes[q] >= 48 && bytes[q] <= 57) q++
  if (q === first || (bytes[first] === 48 && q > first + 1)) return -1
  if (bytes[q] === 46 && !(bytes[q + 1] >= 48 && bytes[q + 1] <= 57)) return -1
  return parseNumber(bytes, p, out, at)
}

const literals = ['true', 'false', 'null'].map(encode)

/** Behind true, false or null; -1 where none of them is. */
function literal(bytes: Uint8Array, p: number): number {
  for (const word of literals) {
    let i = 0
    while (i < word.length && bytes[p + i] === word[i]) i++
    if (i === word.length) return p + i
  }
  return -1
}

const digits = new Uint8Array(16)

/** An array: of numbers, whose names are their places from 0, or of texts, which are names. */
function array(row: Row, p: number, H: number, spaceByte: number): number {
  const { bytes, out, plan } = row
  let kind = 0
  p = blank(bytes, p)
  if (bytes[p] === 93) return p + 1
  for (let i = 0; ; i++) {
    const c = bytes[p]
    if (c === 110) {
      const stop = literal(bytes, p)
      if (stop < 0) return fail(faults.json, p, p + 1)
      p = stop
    } else if (c === 34 && kind !== 1) {
      kind = 2
      const stop = jsonTextEnd(bytes, p + 1)
      if (stop < 0) return fail(faults.json, p, p + 1)
      const index = hashOf(row, p + 1, stop, jsonText.escaped, H, false)
      if (Number.isNaN(index)) return fail(faults.json, p, stop)
      out.indices[row.n] = index
      out.values[row.n++] = 1
      p = stop + 1
    } else if ((c === 45 || (c >= 48 && c <= 57)) && kind !== 2) {
      kind = 1
      let index = (i + H) | 0
      if (plan.hash === 'all') {
        const name = String(i)
        for (let k = 0; k < name.length; k++) digits[k] = name.charCodeAt(k)
        index = murmur3Int(digits, 0, name.length, H)
      }
      p = value(row, p, index)
      if (p < 0) return p
    } else return fail(faults.jsonArray, p, p + 1)
    p = blank(bytes, p)
    if (bytes[p] === 93) break
    if (bytes[p] !== 44) return fail(faults.json, p, p + 1)
    p = blank(bytes, p + 1)
  }
  stretch(row, spaceByte)
  return p + 1
}

function label(row: Row, p: number): number {
  const { bytes, out, plan, e } = row
  const c = bytes[p]
  if (c === 34) {
    const stop = jsonTextEnd(bytes, p + 1)
    if (stop < 0) return fail(faults.json, p, p + 1)
    let fault: number
    if (jsonText.escaped) {
      const length = resolveEscapes(bytes, p + 1, stop)
      if (length < 0) return fail(faults.json, p, stop)
      fault = parseLabel(plan, resolved(), 0, length, out.labels, e)
    } else fault = parseLabel(plan, bytes, p + 1, stop, out.labels, e)
    return fault >= 0 ? fail(fault, p + 1, stop) : stop + 1
  }
  if (c === 45 || (c >= 48 && c <= 57)) {
    const stop = jsonNumber(bytes, p, out.labels, e)
    if (stop < 0) return fail(faults.json, p, p + 1)
    const fault = parseLabel(plan, bytes, p, stop, out.labels, e)
    return fault >= 0 ? fail(fault, p, stop) : stop
  }
  const stop = literal(bytes, p)
  if (stop < 0) return fail(c === 123 || c === 91 ? faults.labelNumber : faults.json, p, p + 1)
  if (c === 110) {
    out.labels[e] = Number.NaN
    return stop
  }
  if (plan.labelMode === labelModes.sign) {
    out.labels[e] = c === 116 ? 1 : -1
    return stop
  }
  const fault = parseLabel(plan, bytes, p, stop, out.labels, e)
  return fault >= 0 ? fail(fault, p, stop) : stop
}

function weight(row: Row, p: number): number {
  const stop = jsonNumber(row.bytes, p, row.out.weights, row.e)
  const w = row.out.weights[row.e]
  if (stop < 0 || !(w >= 0 && w <= maxWeight)) return fail(faults.weight, p, stop < 0 ? p + 1 : stop)
  return stop
}

function initial(row: Row, p: number): number {
  const stop = jsonNumber(row.bytes, p, row.out.initial, row.e)
  const y = row.out.initial[row.e]
  if (stop < 0 || !(y >= -maxLabel && y <= maxLabel)) return fail(faults.initial, p, stop < 0 ? p + 1 : stop)
  return stop
}

function tag(row: Row, p: number): number {
  const { bytes, out, e } = row
  if (bytes[p] !== 34) {
    const stop = jsonNumber(bytes, p, out.values, row.n)
    if (stop < 0) return fail(faults.json, p, p + 1)
    out.tags[2 * e] = p
    out.tags[2 * e + 1] = stop
    return stop
  }
  const stop = jsonTextEnd(bytes, p + 1)
  if (stop < 0) return fail(faults.json, p, p + 1)
  if (jsonText.escaped && resolveEscapes(bytes, p + 1, stop) < 0) return fail(faults.json, p, stop)
  const some = stop > p + 1
  out.tags[2 * e] = some ? p + 1 : 0
  out.tags[2 * e + 1] = some ? stop : 0
  return stop + 1
}
