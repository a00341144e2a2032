import { type Field, found, nextField, undouble } from '@ol/fallback'
import { decodeText } from '../token-plan/encoding.js'
import type { CellTexts } from './cell-texts.js'

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
 * Returns the fields of the first records, at most `most`, from `start` to the end of the bytes, which is a line feed.
 * Blank lines, and lines that start with `comment`, are not records.
 */
export function sampleRecords(
  texts: CellTexts,
  { delimiter, quote, escape: escapeByte }: Dialect,
  most: number,
  comment = 0,
  start: number = texts.start,
): Sample {
  const { bytes, end } = texts
  const records: SampleRecord[] = []
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
    let spans = false
    for (;;) {
      if (nextField(bytes, p, end, delimiter, quote, end, true, end, field, escapeByte) !== found) {
        bad++
        p = lineEnd + 1
        break
      }
      fields.push(
        field.doubled ? singleText(bytes, field, quote, escapeByte) : texts.piece(field.start, field.end),
      )
      if (field.quoted) quoted++
      if (field.spans) spans = true
      p = field.next
      let c = bytes[p]
      if (delimiter === 32) while (c === 32 || c === 9) c = bytes[++p]
      else if (c === delimiter) {
        p++
        continue
      }
      if (c === 10 || (c === 13 && bytes[p + 1] === 10)) {
        p = c === 10 ? p + 1 : p + 2
        records.push({
          fields,
          quoted,
          lines: spans ? countLines(bytes, first, p) : 1,
          start: first,
          next: p,
        })
        break
      }
    }
  }
  return { records, bad }
}

/** Returns the text of a field with its doubled quotes single. */
function singleText(bytes: Uint8Array, field: Field, quote: number, escapeByte: number): string {
  const whole = undouble(bytes, field.start, field.end, quote, escapeByte)
  return decodeText(whole.bytes.subarray(0, whole.length))
}

/** Returns the number of line feeds in bytes[start, end). */
export function countLines(bytes: Uint8Array, start: number, end: number): number {
  let lines = 0
  for (let p = start; p < end; p++) if (bytes[p] === 10) lines++
  return lines
}
