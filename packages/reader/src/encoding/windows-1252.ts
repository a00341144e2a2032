/**
 * The characters of the bytes 0x80 to 0x9f in Windows-1252; the others above 0x7f are the characters of the same
 * number.
 */
const controls =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

const encoder = new TextEncoder()
const utf8: readonly Uint8Array[] = Array.from({ length: 128 }, (_, k) =>
  encoder.encode(k < 32 ? controls[k] : String.fromCharCode(128 + k)),
)

/** Returns the bytes in UTF-8 of a byte above 0x7f. */
export function windows1252(byte: number): Uint8Array {
  return utf8[byte - 128]
}

/**
 * Returns the length of the UTF-8 sequence at `p`, which ends before `end`; 0: the byte at `p` begins none; -1: it begins one that may
 * continue past `end`.
 */
export function sequenceAt(bytes: Uint8Array, p: number, end: number): number {
  const first = bytes[p]
  const length =
    first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  for (let i = 1; i < length; i++) {
    if (p + i >= end) return -1
    const c = bytes[p + i]
    // no overlong forms, no surrogates, nothing past U+10FFFF
    const low = i === 1 ? (first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80) : 0x80
    const high = i === 1 ? (first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf) : 0xbf
    if (c < low || c > high) return 0
  }
  return length
}
