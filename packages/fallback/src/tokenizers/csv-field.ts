import { faults } from '@ol/spec'

/** One field of a CSV record, as `nextField` found it. */
export interface Field {
  /** its text, without quotes and the white space around it */
  start: number
  end: number
  /** the delimiter or line end after it */
  next: number
  quoted: boolean
  /** whether the text has doubled quotes */
  doubled: boolean
  /** whether it contains line ends */
  spans: boolean
}

/** Results of `nextField` other than a fault. */
export const found = -1
/** the chunk ends within a quoted field */
export const incomplete = -2

/** Returns the byte that delimits fields, too: between blanks, a run of blanks and tabs is one delimiter. */
export function otherDelimiter(delimiter: number): number {
  return delimiter === 32 ? 9 : delimiter
}

/**
 * Finds the field that starts at `p`; returns `found`, `incomplete` or the number of a fault, whose place is then
 * `field.start`: the opening quote if the field contains line ends. A quoted field may contain line ends; its closing
 * quote must come before `limit`, and none of its lines may be longer than `maxLine`.
 */
export function nextField(
  bytes: Uint8Array,
  p: number,
  end: number,
  delimiter: number,
  quote: number,
  limit: number,
  final: boolean,
  maxLine: number,
  field: Field,
  escapeByte = 0,
): number {
  const other = otherDelimiter(delimiter)
  let c = bytes[p]
  while ((c === 32 || c === 9) && c !== delimiter) c = bytes[++p]
  field.quoted = c === quote && quote !== 0
  field.doubled = false
  field.spans = false
  field.start = p
  if (field.quoted) {
    const open = p
    let q = p + 1
    for (;;) {
      c = bytes[q]
      if (c === escapeByte && escapeByte !== 0 && bytes[q + 1] !== 10) {
        field.doubled = true
        q++
      } else if (c === quote) {
        if (bytes[q + 1] !== quote) break
        field.doubled = true
        q++
      } else if (c === 10) {
        field.spans = true
        // the following bytes must be a line of this chunk, or the record continues in the next
        if (q > limit) return faults.quoteOpen
        if (q + 1 >= end) return final || end > limit ? faults.quoteOpen : incomplete
        if (bytes.indexOf(10, q + 1) - q - 1 > maxLine) return faults.quoteOpen
      }
      q++
    }
    if (q > limit) return faults.quoteOpen
    field.start = open + 1
    field.end = q
    c = bytes[++q]
    while ((c === 32 || c === 9) && c !== delimiter && c !== other) c = bytes[++q]
    if (c !== delimiter && c !== other && c !== 10 && !(c === 13 && bytes[q + 1] === 10)) {
      // if the field contains line ends, the opening quote is more likely the wrong one
      if (field.spans) {
        field.start = open
        return faults.quoteOpen
      }
      field.start = q
      field.end = q + 1
      return faults.quoteAfter
    }
    field.next = q
    return found
  }
  while (c !== delimiter && c !== other && c !== 10) c = bytes[++p]
  if (c === 10 && p > field.start && bytes[p - 1] === 13) p--
  field.next = p
  while (p > field.start && (bytes[p - 1] === 32 || bytes[p - 1] === 9)) p--
  field.end = p
  return found
}

/** Returns whether a field marks a missing value: empty, ?, NA, NaN or null, in any case. */
export function isMissing(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start
  if (length > 4) return false
  if (length === 0) return true
  if (length === 1) return bytes[start] === 63
  const a = bytes[start] | 32
  const b = bytes[start + 1] | 32
  if (a !== 110) return false
  if (length === 2) return b === 97
  const c = bytes[start + 2] | 32
  if (length === 3) return b === 97 && c === 110
  return b === 117 && c === 108 && (bytes[start + 3] | 32) === 108
}

/**
 * Returns the text of a field with its doubled quotes single, or without the bytes that escape, and a line feed after it: the
 * bytes and their length.
 */
export function undouble(
  bytes: Uint8Array,
  start: number,
  end: number,
  quote: number,
  escapeByte = 0,
): { bytes: Uint8Array; length: number } {
  const text = new Uint8Array(end - start + 1)
  let length = 0
  for (let p = start; p < end; p++) {
    if (bytes[p] === escapeByte && escapeByte !== 0 && p + 1 < end) p++
    else if (bytes[p] === quote) {
      text[length++] = bytes[p++]
      continue
    }
    text[length++] = bytes[p]
  }
  text[length] = 10
  return { bytes: text, length }
}
