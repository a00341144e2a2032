import { hashNameInt, murmur3Short, namespaceHash } from '@ol/numerics'
import { type Chunk, faults, limits, type TokenPlan, type Tokens } from '@ol/spec'
import { endsLine, endsName, endsToken, tokenEnd } from './bytes.js'
import { nameEnds } from './four.js'
import { parseLabel } from './labels.js'
import { endFeatures, type ReadLine, walkLines } from './lines.js'
import { tokenNames } from './naming.js'
import { parseNumber, spellsZero } from './number.js'
import { commonPairs, numberDigits, pairs } from './pairs.js'
import { hasNul, putSpace, startExample } from './tokens.js'
import { fail } from './wrong.js'

const { minValue, maxValue, maxLabel, maxWeight } = limits

/**
 * VW text: `[label [weight [initial]]] ['tag]|[namespace[:scale]] name[:value] ... |...`.
 * The grammar and its faults: docs/formats/vw.md.
 */
export function tokenizeVw(plan: TokenPlan, chunk: Chunk, out: Tokens): void {
  walkLines(plan, chunk, out, example, 0, false)
}

const example: ReadLine = (plan, bytes, view, p, out, e, n, spaces) => {
  p = header(plan, bytes, p, out, e)
  return p < 0 ? p : features(plan, bytes, view, p, out, n, spaces)
}

/** Starts and ends of up to 5 tokens before the first bar. */
const head = new Int32Array(10)

/** Reads what is before the first bar into row `e` of the columns of `out`; returns the byte after the bar. */
function header(plan: TokenPlan, bytes: Uint8Array, p: number, out: Tokens, e: number): number {
  const lineStart = p
  while (bytes[p] > 32 && bytes[p] !== 124) p++
  if (bytes[p] === 32 && bytes[p + 1] === 124 && bytes[lineStart] !== 39) {
    // the common form: a label alone
    startExample(out, e)
    const fault = parseLabel(plan, bytes, lineStart, p, out.labels, e)
    return fault >= 0 ? fail(fault, lineStart, p) : p + 2
  }
  p = lineStart
  let tokens = 0
  let glued = false
  while (bytes[p] !== 124) {
    if (endsLine(bytes, p)) return fail(faults.bar, lineStart, p)
    if (bytes[p] === 32 || bytes[p] === 9) {
      p++
      continue
    }
    const at = tokens < 5 ? 2 * tokens++ : 8
    head[at] = p
    while (bytes[p] !== 124 && !endsToken(bytes, p)) p++
    head[at + 1] = p
    glued = bytes[p] === 124
  }
  if (hasNul(bytes, lineStart, p)) return fail(faults.nul, lineStart, p)
  out.labels[e] = Number.NaN
  startExample(out, e)
  const last = 2 * (tokens - 1)
  if (tokens > 0 && (glued || bytes[head[last]] === 39)) {
    const from = bytes[head[last]] === 39 ? head[last] + 1 : head[last]
    if (from < head[last + 1]) {
      out.tags[2 * e] = from
      out.tags[2 * e + 1] = head[last + 1]
    }
    tokens--
  }
  if (tokens > 3) return fail(faults.header, head[6], head[7])
  if (tokens > 0) {
    const fault = parseLabel(plan, bytes, head[0], head[1], out.labels, e)
    if (fault >= 0) return fail(fault, head[0], head[1])
  }
  if (tokens > 1) {
    const stop = parseNumber(bytes, head[2], out.weights, e)
    const weight = out.weights[e]
    if (stop !== head[3] || !(weight >= 0 && weight <= maxWeight))
      return fail(faults.weight, head[2], head[3])
  }
  if (tokens > 2) {
    const stop = parseNumber(bytes, head[4], out.initial, e)
    const initial = out.initial[e]
    if (stop !== head[5] || !(initial >= -maxLabel && initial <= maxLabel))
      return fail(faults.initial, head[4], head[5])
  }
  return p + 1
}

/**
 * Reads the namespaces of a line, from the byte after the first bar on, to position `n` of the features of `out`, and sets
 * their count; returns where the line ends.
 */
function features(
  plan: TokenPlan,
  bytes: Uint8Array,
  view: DataView,
  p: number,
  out: Tokens,
  n: number,
  spaces: number,
): number {
  const { indices, values } = out
  const mode = plan.hash
  const most = numberDigits(mode)
  const { names } = tokenNames
  for (;;) {
    let H = 0
    let scale = 1
    let unnamed = 0
    const nameStart = p
    const x = view.getInt32(p, true)
    const ends = nameEnds(x)
    const shift = Math.clz32(ends & -ends)
    let b = (x << shift) >>> 24
    if (shift < 24 && (b === 32 || b === 58) && (x & 0xff) > 57) {
      // the common form: one to three bytes that are no number
      p += 3 - (shift >> 3)
      H = murmur3Short(x & (0xffffff >>> shift), p - nameStart, plan.seed)
    } else {
      b = bytes[p]
      while (b !== 58 && b !== 124 && !endsToken(bytes, p)) b = bytes[++p]
      if (hasNul(bytes, nameStart, p)) return fail(faults.nul, nameStart, p)
      if (p > nameStart || plan.seed !== 0) H = namespaceHash(bytes, nameStart, p, plan.seed, mode) | 0
    }
    const nameEnd = p
    const spaceByte = p > nameStart ? bytes[nameStart] : 32
    if (b === 58) {
      const at = p + 1
      p = parseNumber(bytes, at, values, n)
      scale = values[n]
      if (p < 0 || !(bytes[p] === 124 || endsToken(bytes, p)) || !(scale >= -maxValue && scale <= maxValue))
        return fail(faults.scale, at, tokenEnd(bytes, at))
      if (scale === 0 && !spellsZero(bytes, at, p)) return fail(faults.scale, at, p)
    }
    for (;;) {
      b = bytes[p]
      while (b === 32 || b === 9) b = bytes[++p]
      if (b === 10 || b === 124 || (b === 13 && bytes[p + 1] === 10)) break
      const start = p
      if (scale === 1 && names === undefined) {
        p = commonPairs(view, p, indices, values, n, H, most, true, true, 0)
        if (p !== start) {
          n = pairs.n
          continue
        }
      }
      let index: number
      while (endsName[b] === 0 || (b === 13 && bytes[p + 1] !== 10)) b = bytes[++p]
      if (b === 0) return fail(faults.nul, p, p + 1)
      names?.member(n, bytes, nameStart, nameEnd, start, p, unnamed)
      if (p === start) index = (H + unnamed++) | 0
      else index = hashNameInt(bytes, start, p, H, mode)
      if (b !== 58) {
        values[n] = 1
        if (scale === 1) {
          indices[n++] = index
          continue
        }
      } else {
        const at = p + 1
        p = parseNumber(bytes, at, values, n)
        if (p < 0 || !(bytes[p] === 32 || bytes[p] === 124 || endsToken(bytes, p))) {
          p = textValue(bytes, at)
          if (p < 0) return p
          index = hashNameInt(bytes, at, p, index, mode)
          values[n] = 1
          names?.value(n, bytes, at, p)
        }
      }
      let v = values[n]
      if (scale !== 1) v = values[n] = v * scale
      const magnitude = v < 0 ? -v : v
      if (magnitude >= minValue && magnitude <= maxValue) indices[n++] = index
      else if (v !== 0 || (scale !== 0 && !spelledZero(bytes, start, p)))
        return fail(faults.valueRange, start, p)
    }
    if (plan.spaces) spaces = putSpace(out, spaces, spaceByte, n)
    if (b !== 124) break
    p++
  }
  endFeatures(out, n, spaces)
  return p
}

/**
 * Returns the end of the string at `p` that is the value of a feature; such a string neither starts like a number nor
 * spells NaN or infinity.
 */
function textValue(bytes: Uint8Array, at: number): number {
  let p = at
  while (bytes[p] !== 124 && bytes[p] !== 58 && !endsToken(bytes, p)) p++
  if (p === at) return fail(faults.valueMissing, at, p)
  if (hasNul(bytes, at, p)) return fail(faults.nul, at, p)
  const c = bytes[at]
  const numeric = (c >= 48 && c <= 57) || c === 43 || c === 45 || c === 46
  if (numeric || bytes[p] === 58 || spellsNonFinite(bytes, at, p)) {
    while (bytes[p] !== 124 && !endsToken(bytes, p)) p++
    return fail(faults.value, at, p)
  }
  return p
}

/** Returns whether [start, end) is nan, inf or infinity, in any case. */
function spellsNonFinite(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start
  if (length !== 3 && length !== 8) return false
  let word = ''
  for (let i = start; i < end; i++) word += String.fromCharCode(bytes[i] | 32)
  return word === 'nan' || word === 'inf' || word === 'infinity'
}

/** Returns whether the value of the feature [start, end), which read as 0, is written as 0. */
function spelledZero(bytes: Uint8Array, start: number, end: number): boolean {
  let p = start
  while (p < end && bytes[p] !== 58) p++
  return p === end || spellsZero(bytes, p, end)
}
