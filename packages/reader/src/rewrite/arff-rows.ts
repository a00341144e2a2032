import { type ArffHeader, arffHeader, startsArff } from '../sniff/arff.js'
import { ByteBuilder } from '../source/builder.js'
import { afterQuotes, isArffOnly, isArffQuote, writeArffValue } from './arff-quotes.js'
import type { Rewrite, Rewriter } from './rewrite-lines.js'

const decoder = new TextDecoder('utf-8')
const encoder = new TextEncoder()

type Range = readonly [start: number, end: number]

/** Writes the value bytes[start, end) of an attribute. */
type Put = (attribute: number, bytes: Uint8Array, start: number, end: number, out: ByteBuilder) => void

/**
 * Rewrites the rows of an ARFF file as CSV with single quotes. Values in double quotes and backslash escapes are
 * replaced by their meaning. Dates in the pattern of their attribute are written in ISO 8601. In a sparse row ({index
 * value, ...}, from 0) a value that is not listed is 0, or the first value of its nominal attribute. Other text stays
 * unchanged.
 */
export function arffRows(): Rewriter {
  const head = new ByteBuilder(1 << 12)
  let started = false
  const rewriter: { rewrite: Rewrite | undefined } = {
    rewrite: (bytes, start, end) => {
      // the first line may start with a byte order mark
      const line = decoder.decode(bytes.subarray(start, end)).trim()
      head.range(bytes, start, end)
      head.byte(10)
      if (line === '' || line.startsWith('%')) return false
      started ||= startsArff(line)
      if (!started) rewriter.rewrite = undefined
      else if (/^@data\b/i.test(line)) {
        const text = head.take()
        const header = arffHeader(text, 0, text.length)
        rewriter.rewrite = header === undefined ? undefined : rowsOf(header)
      }
      return false
    },
  }
  return rewriter
}

/** Returns the text of a value, without the quotes around it. */
function textOfValue(bytes: Uint8Array, start: number, end: number): string {
  const inner = isArffQuote(bytes[start]) ? 1 : 0
  return decoder.decode(bytes.subarray(start + inner, end - inner)).trim()
}

function rowsOf({ attributes }: ArffHeader): Rewrite {
  const absent = attributes.map(({ first, kind }) => first ?? Uint8Array.of(kind === 'number' ? 0x30 : 0x3f))
  const values: (Range | undefined)[] = absent.map(() => undefined)
  const isDated = attributes.some(({ iso }) => iso !== undefined)
  const put: Put = (k, bytes, start, end, out) => {
    const iso = attributes[k]?.iso?.(textOfValue(bytes, start, end))
    if (iso === undefined) writeArffValue(bytes, start, end, out)
    else out.range(encoder.encode(iso))
  }
  return (bytes, start, end, out) => {
    let p = start
    while (p < end && bytes[p] <= 32) p++
    if (p >= end || bytes[p] === 37) return false
    if (bytes[p] !== 123) return dense(bytes, p, end, out, isDated, put)
    values.fill(undefined)
    if (!pairs(bytes, p + 1, end, values)) return false
    write(bytes, values, absent, out, put)
    return true
  }
}

/** Rewrites `value, value, ...`; returns false if all of it is CSV already, or at a syntax error. */
function dense(
  bytes: Uint8Array,
  start: number,
  end: number,
  out: ByteBuilder,
  isDated: boolean,
  put: Put,
): boolean {
  const line = bytes.subarray(start, end)
  if (!isDated && !line.includes(34) && !line.includes(92)) return false
  const fields: Range[] = []
  let changes = isDated
  for (let p = start; ; p++) {
    while (p < end && bytes[p] <= 32) p++
    const from = p
    if (isArffQuote(bytes[p]) && p < end) p = afterQuotes(bytes, p, end)
    else while (p < end && bytes[p] !== 44) p++
    if (p < 0) {
      // a bad line to the tokenizer, which knows single quotes
      out.range(bytes, start, from)
      out.byte(39)
      out.range(bytes, from + 1, end)
      return true
    }
    fields.push([from, p])
    changes ||= isArffOnly(bytes, from, p)
    while (p < end && bytes[p] <= 32) p++
    if (p >= end) break
    if (bytes[p] !== 44) return false
  }
  if (!changes) return false
  fields.forEach(([from, to], k) => {
    if (k > 0) out.byte(44)
    put(k, bytes, from, to, out)
  })
  return true
}

/** Reads `index value, ... }`; returns false at a syntax error. */
function pairs(bytes: Uint8Array, p: number, end: number, values: (Range | undefined)[]): boolean {
  const blank = () => {
    while (p < end && bytes[p] <= 32) p++
  }
  blank()
  let more = bytes[p] !== 125
  while (more) {
    const digits = p
    let index = 0
    while (p < end && bytes[p] >= 48 && bytes[p] <= 57)
      index = Math.min(index * 10 + bytes[p++] - 48, 2 ** 31)
    if (p === digits || p >= end || bytes[p] > 32 || index >= values.length || values[index] !== undefined)
      return false
    blank()
    const start = p
    if (isArffQuote(bytes[p])) p = afterQuotes(bytes, p, end)
    else while (p < end && bytes[p] !== 44 && bytes[p] !== 125) p++
    if (p < 0 || p === start) return false
    values[index] = [start, p]
    blank()
    more = bytes[p] === 44
    if (more) {
      p++
      blank()
    }
  }
  if (p >= end || bytes[p] !== 125) return false
  p++
  blank()
  return p === end
}

function write(
  bytes: Uint8Array,
  values: readonly (Range | undefined)[],
  absent: readonly Uint8Array[],
  out: ByteBuilder,
  put: Put,
): void {
  values.forEach((value, k) => {
    if (k > 0) out.byte(44)
    if (value === undefined) writeArffValue(absent[k], 0, absent[k].length, out)
    else put(k, bytes, value[0], value[1], out)
  })
}
