import type { Chunk, TokenPlan, Tokens } from '@ol/spec'
import { constantIndex, counts, faults, limits } from '@ol/spec'
import { hashNameInt, namespaceHash } from '../hash/murmur3.js'
import { endsLine, endsToken, tokenEnd } from './bytes.js'
import { viewOf } from './four.js'
import { parseLabel } from './labels.js'
import { parseNumber, spellsZero } from './number.js'
import { commonPairs, pairs } from './pairs.js'
import { finishTokens, hasNul, putBad, putSpace } from './tokens.js'
import { fail, wrong } from './wrong.js'

const { minValue, maxValue } = limits
const labelWord = Uint8Array.from('#label#:', (c) => c.charCodeAt(0))

/** Documents as `name:count name:count ... #label#:text`, a line each: docs/formats/counts.md. */
export function tokenizeCounts(plan: TokenPlan, chunk: Chunk, out: Tokens): void {
  const { bytes, end } = chunk
  const H = namespaceHash(bytes, 0, 0, plan.seed, plan.hash) | 0
  let size = 0
  let n = 0
  let bad = 0
  let line = 0
  let spaces = 0
  let p = chunk.start
  const view = viewOf(bytes, end)
  out.offsets[0] = 0
  while (p < end) {
    const lineStart = p
    while (bytes[p] === 32 || bytes[p] === 9) p++
    const empty = endsLine(bytes, p)
    if (!empty) p = document(plan, bytes, view, p, out, size, n, H)
    const lineEnd = bytes.indexOf(10, p < 0 ? lineStart : p)
    if (p < 0 || lineEnd - lineStart > plan.maxLineBytes) {
      putBad(out, bad++, plan, bytes, line, lineStart, lineEnd, wrong.fault, wrong.start, wrong.end)
    } else if (!empty) {
      n = out.counts[counts.features]
      if (plan.spaces) spaces = putSpace(out, spaces, 32, n)
      out.spaceEnds[size] = spaces
      if (plan.constant) {
        out.indices[n] = constantIndex
        out.values[n++] = 1
      }
      out.lines[size] = line
      out.offsets[++size] = n
    }
    line++
    p = lineEnd + 1
  }
  finishTokens(out, size, n, line, bad, p, spaces)
}

/** Reads a line to row `e` and from feature `n` on; returns where it ends, and leaves the end of its features. */
function document(
  plan: TokenPlan,
  bytes: Uint8Array,
  view: DataView,
  p: number,
  out: Tokens,
  e: number,
  n: number,
  H: number,
): number {
  const { indices, values } = out
  const plain = plan.hash === 'strings'
  out.labels[e] = Number.NaN
  out.weights[e] = 1
  out.initial[e] = 0
  out.tags[2 * e] = 0
  out.tags[2 * e + 1] = 0
  for (;;) {
    while (bytes[p] === 32 || bytes[p] === 9) p++
    if (endsLine(bytes, p)) break
    const start = p
    p = commonPairs(view, p, indices, values, n, H, plain, true, false, labelWord[0])
    if (p !== start) {
      n = pairs.n
      continue
    }
    if (isLabel(bytes, p)) {
      p = tokenEnd(bytes, p)
      const from = start + labelWord.length
      if (hasNul(bytes, from, p)) return fail(faults.nul, from, p)
      const fault = parseLabel(plan, bytes, from, p, out.labels, e)
      if (fault >= 0) return fail(fault, from, p)
      continue
    }
    while (bytes[p] !== 58 && !endsToken(bytes, p)) p++
    if (hasNul(bytes, start, p)) return fail(faults.nul, start, p)
    if (p === start || bytes[p] !== 58) return fail(faults.count, start, tokenEnd(bytes, p))
    const at = p + 1
    p = parseNumber(bytes, at, values, n)
    if (p < 0 || !endsToken(bytes, p)) {
      p = tokenEnd(bytes, at)
      return fail(p === at ? faults.valueMissing : faults.value, at, p)
    }
    const v = values[n]
    const magnitude = v < 0 ? -v : v
    if (magnitude >= minValue && magnitude <= maxValue)
      indices[n++] = hashNameInt(bytes, start, at - 1, H, plan.hash)
    else if (v !== 0 || !spellsZero(bytes, at, p)) return fail(faults.valueRange, at, p)
  }
  out.counts[counts.features] = n
  return p
}

function isLabel(bytes: Uint8Array, p: number): boolean {
  for (let i = 0; i < labelWord.length; i++) if (bytes[p + i] !== labelWord[i]) return false
  return true
}
