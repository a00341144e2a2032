import { wideQuotient } from './wide.js'

/** 10^0 .. 10^22: the powers of ten that a double holds exactly. */
export const tens: Float64Array = new Float64Array(23)
for (let i = 0, power = 1; i < 23; i++, power *= 10) tens[i] = power

/**
 * Reads the decimal number `[+-] digits [. digits] [e [+-] digits]` (digits before or after the point) that starts
 * at `p`, into `out[at]`: the double nearest to it, as `Number` gives. Returns the byte after it, or -1 where there
 * is none. The bytes must hold something that is no digit behind it (a line feed), since the end is not checked.
 *
 * A mantissa of at most nine digits and a power of ten up to 22 are one exact division or product
 * (W. D. Clinger: How to Read Floating Point Numbers Accurately, 1990, section 3); everything else goes to
 * `wideNumber`.
 */
export function parseNumber(bytes: Uint8Array, p: number, out: Float64Array, at: number): number {
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
  if (digit === 0xfffffffe) {
    const point = p
    digit = (bytes[++p] - 48) >>> 0
    while (digit <= 9) {
      mantissa = (Math.imul(mantissa, 10) + digit) | 0
      digit = (bytes[++p] - 48) >>> 0
    }
    exponent = point + 1 - p
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
      // far beyond any double; held there so that it cannot wrap
      if (power < 100000000) power = power * 10 + digit
      digit = (bytes[++q] - 48) >>> 0
    }
    exponent += sign === 45 ? -power : power
    p = q
  }
  if (digits > 9 || exponent < -22 || exponent > 22) return wideNumber(bytes, start, p, exponent, out, at)
  let value: number = mantissa
  if (exponent < 0) value /= tens[-exponent]
  else value *= tens[exponent]
  out[at] = bytes[start] === 45 ? -value : value
  return p
}

/** The same for a text [start, end) that is known to be a number; `exponent` is that of its last digit. */
function wideNumber(
  bytes: Uint8Array,
  start: number,
  end: number,
  exponent: number,
  out: Float64Array,
  at: number,
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
    // exact below 2^53, and not below where it is not
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
  for (let p = start; p < end; p++) text += String.fromCharCode(bytes[p])
  out[at] = Number(text)
  return end
}

/** Whether a number text [start, end) has a digit other than 0 before its exponent: 1e-400 reads as 0 and is not. */
export function spellsZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let p = start; p < end; p++) {
    const c = bytes[p]
    if (c >= 49 && c <= 57) return false
    if (c === 101 || c === 69) break
  }
  return true
}
