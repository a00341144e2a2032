import { type Field, found, nextField, undouble } from '@ol/fallback'
import { isAscii } from '@ol/platform'
import { decodeText } from '../token-plan/encoding.js'

/** How records are cut into fields. */
export interface Dialect {
  readonly delimiter: number
  /** the byte that may enclose a field; 0: there is none */
  readonly quote: number
  /** the byte that escapes a quote; 0: a doubled quote is a quote */
  readonly escape: number
}

export interface SampleRecord {
  readonly fields: readonly string[]
  /** the number of fields in quotes */
  readonly quoted: number
  /** the number of its lines, the offset of its first byte, and the offset after its line end */
  readonly lines: number
  readonly start: number
  readonly next: number
}

export interface Sample {
  readonly records: readonly SampleRecord[]
  /** the number of lines with a syntax error in their quotes */
  readonly bad: number
}

/**
 * Returns the fields of the first records, at most `most`, of bytes[start, end), which ends with a line feed. Blank
 * lines, and lines that start with `comment`, are not records.
 */
export function sampleRecords(
  bytes: Uint8Array,
  start: number,
  end: number,
  { delimiter, quote, escape: escapeByte }: Dialect,
  most: number,
  comment = 0,
): Sample {
  const records: SampleRecord[] = []
  const ascii = most === Number.POSITIVE_INFINITY ? asciiText(bytes, start, end) : undefined
  const field: Field = { start: 0, end: 0, next: 0, quoted: false, doubled: false, spans: false }
  let bad = 0
  let p = start
  while (p < end && records.length < most) {
    const first = p
    const lineEnd = bytes.indexOf(10, p)
    while (bytes[p] === 32 || (bytes[p] === 9 && delimiter !== 9)) p++
    if (
      bytes[p] === 10 ||
      (bytes[p] === 13 && bytes[p + 1] === 10) ||
      (comment !== 0 && bytes[p] === comment)
    ) {
      p = lineEnd + 1
      continue
    }
    const fields: string[] = []
    let quoted = 0
    for (;;) {
      if (nextField(bytes, p, end, delimiter, quote, end, true, end, field, escapeByte) !== found) {
        bad++
        p = lineEnd + 1
        break
      }
      fields.push(
        ascii !== undefined && !field.doubled
          ? ascii.slice(field.start - start, field.end - start)
          : text(bytes, field, quote, escapeByte),
      )
      if (field.quoted) quoted++
      p = field.next
      let c = bytes[p]
      if (delimiter === 32) while (c === 32 || c === 9) c = bytes[++p]
      else if (c === delimiter) {
        p++
        continue
      }
      if (c === 10 || (c === 13 && bytes[p + 1] === 10)) {
        p = c === 10 ? p + 1 : p + 2
        records.push({ fields, quoted, lines: countLines(bytes, first, p), start: first, next: p })
        break
      }
    }
  }
  return { records, bad }
}

/** Returns bytes[start, end) as text: slicing it costs less than decoding each field; undefined: not all bytes are ASCII. */
function asciiText(bytes: Uint8Array, start: number, end: number): string | undefined {
  const own = bytes.subarray(start, end)
  return isAscii(own) ? decodeText(own) : undefined
}

function text(bytes: Uint8Array, field: Field, quote: number, escapeByte: number): string {
  if (!field.doubled) return decodeText(bytes.subarray(field.start, field.end))
  const whole = undouble(bytes, field.start, field.end, quote, escapeByte)
  return decodeText(whole.bytes.subarray(0, whole.length))
}

/** Returns the number of line feeds in bytes[start, end). */
export function countLines(bytes: Uint8Array, start: number, end: number): number {
  let lines = 0
  for (let p = start; p < end; p++) if (bytes[p] === 10) lines++
  return lines
}
