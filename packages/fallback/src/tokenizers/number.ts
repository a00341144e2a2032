import * as four from './four.js'
import { wideQuotient } from './wide.js'

/** 10^0 .. 10^22: the powers of ten that a double holds exactly. */
export const tens: Float64Array = new Float64Array(23)
for (let i = 0, power = 1; i < 23; i++, power *= 10) tens[i] = power

// constants of this module: V8 checks an import at each use, and knows these; a pattern would make bundlers keep all of `four`
const digitsAt = four.digitsAt
const noDigits = four.noDigits
const numberOf = four.numberOf

/**
 * Reads a number of digits and a point, with or without a minus, into `out[at]`: at least one digit before the point, a
 * mantissa below 2^53. Returns the byte after it, or -1 for any other text, number or not. Up to three digits before
 * and seven after the point are read without a loop or a call, after which V8 would load and check every array again.
 * The function is short enough for V8 to inline.
 */
export function decimal(view: DataView, p: number, out: Float64Array, at: number): number {
  const start = p
  let sign = 1
  let x = digitsAt(view, p)
  if ((x & 0xff) === 0x1d) {
    sign = -1
    p = (p + 1) | 0
    x = digitsAt(view, p)
  }
  let value = x & 0xff
  if (value > 9) return -1
  let c = (x >>> 8) & 0xff
  if (c > 9) p = (p + 1) | 0
  else {
    value = value * 10 + c
    c = (x >>> 16) & 0xff
    if (c > 9) p = (p + 2) | 0
    else {
      value = value * 10 + c
      c = x >>> 24
      if (c <= 9) return longDecimal(view, start, out, at)
      p = (p + 3) | 0
    }
  }
  if (c === 0x1e) {
    p = (p + 1) | 0
    const point = p
    x = digitsAt(view, p)
    let others = noDigits(x)
    if (others === 0) {
      value = value * 10000 + numberOf(x)
      p = (p + 4) | 0
      x = digitsAt(view, p)
      others = noDigits(x)
      if (others === 0) return longDecimal(view, start, out, at)
    }
    c = Math.clz32(others & -others)
    x <<= c
    c = (3 - (c >> 3)) | 0
    p = (p + c) | 0
    value = (value * tens[c] + numberOf(x << 8)) / tens[p - point]
  }
  out[at] = sign * value
  return p
}

/** Returns the same for more digits. */
function longDecimal(view: DataView, p: number, out: Float64Array, at: number): number {
  const negative = view.getInt8(p) === 45
  if (negative) p++
  let value = 0
  let point = -1
  for (;;) {
    let x = digitsAt(view, p)
    let others = noDigits(x)
    while (others === 0) {
      value = value * 10000 + numberOf(x)
      p = (p + 4) | 0
      x = digitsAt(view, p)
      others = noDigits(x)
    }
    const shift = Math.clz32(others & -others)
    const rest = 3 - (shift >> 3)
    x <<= shift
    value = value * tens[rest] + numberOf(x << 8)
    p = (p + rest) | 0
    const c = x >>> 24
    if (c === 0x1e && point < 0) {
      p = (p + 1) | 0
      point = p
      continue
    }
    const digits = point < 0 ? 0 : p - point
    // below 2^53 every step above was exact; beyond 2^53, no step returns below it
    if ((c | 0x20) === 0x75 || digits > 22 || value >= 9007199254740992) return -1
    value /= tens[digits]
    out[at] = negative ? -value : value
    return p
  }
}

/** The `point` of numbers without decimals: no byte. */
export const noPoint = -1

/**
 * Reads the decimal number `[+-] digits [. digits] [e [+-] digits]` (digits before or after the point) that starts
 * at `p`, into `out[at]`: the double nearest to it, as `Number` gives. Returns the byte after it, or -1 where there
 * is none. A byte that is not a digit (a line feed) must follow, because the end is not checked.
 * `point` is the byte before the decimals; `noPoint`: there are none.
 *
 * A mantissa of at most nine digits and a power of ten up to 22 are one exact division or product
 * (W. D. Clinger: How to Read Floating Point Numbers Accurately, 1990, section 3); everything else goes to
 * `wideNumber`.
 */
export function parseNumber(bytes: Uint8Array, p: number, out: Float64Array, at: number, point = 46): number {
  const start = p
  let c = bytes[p]
  if (c === 45 || c === 43) c = bytes[++p]
  const first = p
  let mantissa = 0
  let digit = (c - 48) >>> 0
  while (digit <= 9) {
    mantissa = (Math.imul(mantissa, 10) + digit) | 0
    digit = (bytes[++p] - 48) >>> 0
  }
  let digits = p - first
  let exponent = 0
  if (bytes[p] === point) {
    const before = p
    digit = (bytes[++p] - 48) >>> 0
    while (digit <= 9) {
      mantissa = (Math.imul(mantissa, 10) + digit) | 0
      digit = (bytes[++p] - 48) >>> 0
    }
    exponent = before + 1 - p
    digits -= exponent
  }
  if (digits === 0) return -1
  if (digit === 53 || digit === 21) {
    // e or E
    let q = p + 1
    const sign = bytes[q]
    if (sign === 45 || sign === 43) q++
    digit = (bytes[q] - 48) >>> 0
    if (digit > 9) return -1
    let power = 0
    while (digit <= 9) {
      // far beyond any double; limited so that it cannot overflow
      if (power < 100000000) power = power * 10 + digit
      digit = (bytes[++q] - 48) >>> 0
    }
    exponent += sign === 45 ? -power : power
    p = q
  }
  if (digits > 9 || exponent < -22 || exponent > 22)
    return wideNumber(bytes, start, p, exponent, out, at, point)
  let value: number = mantissa
  if (exponent < 0) value /= tens[-exponent]
  else value *= tens[exponent]
  out[at] = bytes[start] === 45 ? -value : value
  return p
}

/** Returns the same for a string [start, end) that is known to be a number; `exponent` belongs to its last digit. */
function wideNumber(
  bytes: Uint8Array,
  start: number,
  end: number,
  exponent: number,
  out: Float64Array,
  at: number,
  point: number,
): number {
  if (exponent >= -22 && exponent <= 22) {
    // the mantissa is high * scale + low
    let high = 0
    let low = 0
    let scale = 1
    for (let p = start; p < end; p++) {
      const digit = bytes[p] - 48
      if (digit >= 0 && digit <= 9) {
        if (high < 1e10) high = high * 10 + digit
        else {
          low = low * 10 + digit
          scale *= 10
        }
      } else if (digit === 53 || digit === 21) break
    }
    let value = Number.NaN
    // exact below 2^53; otherwise it stays at or above 2^53
    const mantissa = high * scale + low
    if (mantissa < 9007199254740992)
      value = exponent < 0 ? mantissa / tens[-exponent] : mantissa * tens[exponent]
    else if (exponent <= 0 && scale <= 1e10) value = wideQuotient(high, scale, low, tens[0 - exponent])
    if (!Number.isNaN(value)) {
      out[at] = bytes[start] === 45 ? -value : value
      return end
    }
  }
  let text = ''
  for (let p = start; p < end; p++) text += String.fromCharCode(bytes[p] === point ? 46 : bytes[p])
  out[at] = Number(text)
  return end
}

/**
 * Returns whether a number text [start, end) has a digit other than 0 before its exponent: 1e-400 reads as 0 and is
 * not.
 */
export function spellsZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let p = start; p < end; p++) {
    const c = bytes[p]
    if (c >= 49 && c <= 57) return false
    if (c === 101 || c === 69) break
  }
  return true
}
