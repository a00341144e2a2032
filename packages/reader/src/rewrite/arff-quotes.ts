import type { ByteBuilder } from '../source/builder.js'

const encoder = new TextEncoder()
const [single, double, backslash, blank] = [39, 34, 92, 32]

/** Returns whether a value that begins with this byte is enclosed in quotes. */
export function isArffQuote(byte: number): boolean {
  return byte === single || byte === double
}

/** Returns the place after the quotes that open at `p`; -1 if they do not close before `end`. */
export function afterQuotes(bytes: Uint8Array, p: number, end: number): number {
  const quote = bytes[p]
  for (let q = p + 1; q < end; q++) {
    if (bytes[q] === backslash) q++
    else if (bytes[q] === quote) {
      if (q + 1 >= end || bytes[q + 1] !== quote) return q + 1
      q++
    }
  }
  return -1
}

/** Returns whether a value bytes[start, end) is written differently in CSV with single quotes. */
export function isArffOnly(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === double) return true
  return bytes[start] === single && bytes.subarray(start, end).includes(backslash)
}

/** Writes a value, in quotes or not, as a field of CSV with single quotes. */
export function writeArffValue(bytes: Uint8Array, start: number, end: number, out: ByteBuilder): void {
  if (!isArffOnly(bytes, start, end)) {
    out.range(bytes, start, end)
    return
  }
  const quote = bytes[start]
  out.byte(single)
  for (let p = start + 1; p < end - 1; p++) {
    const meant = bytes[p] === backslash ? escaped(bytes, p + 1, end - 1) : undefined
    if (meant !== undefined) {
      for (const byte of meant.bytes) put(byte, out)
      p += meant.length
    } else {
      if (bytes[p] === quote) p++
      put(bytes[p], out)
    }
  }
  out.byte(single)
}

function put(byte: number, out: ByteBuilder): void {
  if (byte === single) out.byte(single)
  out.byte(byte)
}

/** The bytes that have another meaning after a backslash; a line end becomes a blank, since a row is one line. */
function escaped(
  bytes: Uint8Array,
  p: number,
  end: number,
): { bytes: Iterable<number>; length: number } | undefined {
  if (p >= end) return undefined
  const letter = String.fromCharCode(bytes[p])
  if ('\\\'"%'.includes(letter)) return { bytes: [bytes[p]], length: 1 }
  if ('nrtbf'.includes(letter)) return { bytes: [blank], length: 1 }
  // a character above U+FFFF is a pair of surrogates, each with its escape; half a pair is no character
  const code = String.fromCharCode(...bytes.subarray(p, Math.min(p + 11, end)))
  const pair =
    /^u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/i.exec(code) ?? /^u(?!d[89a-f])([\da-f]{4})/i.exec(code)
  if (pair === null) return undefined
  const units = pair.slice(1).map((digits) => Number.parseInt(digits, 16))
  return { bytes: encoder.encode(String.fromCharCode(...units)), length: pair[0].length }
}
