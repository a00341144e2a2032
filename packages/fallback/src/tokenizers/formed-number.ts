import { numberForms } from '@ol/spec'
import { parseNumber } from './number.js'

const { thousands, percent, currency } = numberForms

let scratch = new Uint8Array(64)

/** Signs of currencies in UTF-8: $, the signs of Latin-1, and the block of currency symbols. */
function currencyBytes(bytes: Uint8Array, p: number, end: number): number {
  if (p >= end) return 0
  const c = bytes[p]
  if (c === 36) return 1
  // ¢ £ ¤ ¥
  if (c === 0xc2 && p + 1 < end && bytes[p + 1] >= 0xa2 && bytes[p + 1] <= 0xa5) return 2
  // U+20A0 .. U+20BF, including the euro sign
  const wide = c === 0xe2 && p + 2 < end && bytes[p + 1] === 0x82
  return wide && bytes[p + 2] >= 0xa0 && bytes[p + 2] <= 0xbf ? 3 : 0
}

/** Returns the length of a currency sign that ends at `end`. */
function currencyBefore(bytes: Uint8Array, start: number, end: number): number {
  for (let length = 1; length <= 3 && end - length >= start; length++)
    if (currencyBytes(bytes, end - length, end) === length) return length
  return 0
}

/** Returns the length of a space at `p`: a plain one, or a no-break space (U+00A0, U+202F). */
function spaceBytes(bytes: Uint8Array, p: number, end: number): number {
  if (p >= end) return 0
  if (bytes[p] === 32) return 1
  if (bytes[p] === 0xc2 && p + 1 < end && bytes[p + 1] === 0xa0) return 2
  return bytes[p] === 0xe2 && p + 2 < end && bytes[p + 1] === 0x80 && bytes[p + 2] === 0xaf ? 3 : 0
}

/** Returns the length of a minus or plus at `p`, with U+2212. */
function signBytes(bytes: Uint8Array, p: number, end: number): number {
  if (p >= end) return 0
  if (bytes[p] === 45 || bytes[p] === 43) return 1
  return isMinus(bytes, p, end) ? 3 : 0
}

function isMinus(bytes: Uint8Array, p: number, end: number): boolean {
  return bytes[p] === 0xe2 && p + 2 < end && bytes[p + 1] === 0x88 && bytes[p + 2] === 0x92
}

/** Returns the length of the mark of thousands at `p`. */
function markBytes(bytes: Uint8Array, p: number, end: number, kind: number, decimal: number): number {
  if (kind === 1) return bytes[p] === (decimal === 44 ? 46 : 44) ? 1 : 0
  if (kind === 2) return spaceBytes(bytes, p, end)
  return bytes[p] === 39 ? 1 : 0
}

/**
 * Reads [start, end), which is not a plain number, into `out[at]` if it is a number in the form of its column
 * (`numberForms`), or has a minus sign U+2212; returns whether it is. `decimal`: the byte before the decimals. Twin:
 * native/core/tokenizers/formed-number.cc.
 */
export function parseFormed(
  bytes: Uint8Array,
  start: number,
  end: number,
  form: number,
  decimal: number,
  out: Float64Array,
  at: number,
): boolean {
  let p = start
  let stop = end
  if (scratch.length < end - start + 1) scratch = new Uint8Array(2 * (end - start + 1))
  let n = 0
  let signed = signBytes(bytes, p, stop)
  if (signed > 0) scratch[n++] = bytes[p] === 43 ? 43 : 45
  p += signed
  if ((form & currency) !== 0) {
    let length = currencyBytes(bytes, p, stop)
    if (length > 0) {
      p += length
      while (spaceBytes(bytes, p, stop) > 0) p += spaceBytes(bytes, p, stop)
    } else {
      length = currencyBefore(bytes, p, stop)
      stop -= length
      if (length > 0) while (stop > p && bytes[stop - 1] === 32) stop--
    }
    signed = n === 0 ? signBytes(bytes, p, stop) : 0
    if (signed > 0) scratch[n++] = bytes[p] === 43 ? 43 : 45
    p += signed
  }
  if ((form & percent) !== 0 && stop > p && bytes[stop - 1] === 37) {
    stop--
    while (stop > p && bytes[stop - 1] === 32) stop--
  }
  const kind = form & thousands
  // digits since the last mark; -1: after the integer part, or without marks
  let group = kind === 0 ? -1 : 0
  let marks = 0
  while (p < stop) {
    const c = bytes[p]
    if (group >= 0 && !(c >= 48 && c <= 57)) {
      const length = markBytes(bytes, p, stop, kind, decimal)
      if (length > 0) {
        if (marks === 0 ? group < 1 || group > 3 : group !== 3) return false
        marks++
        group = 0
        p += length
        continue
      }
      if (marks > 0 && group !== 3) return false
      group = -1
    } else if (group >= 0) group++
    scratch[n++] = c
    p++
  }
  if (marks > 0 && group >= 0 && group !== 3) return false
  scratch[n] = 10
  return n > 0 && parseNumber(scratch, 0, out, at, decimal) === n
}
