/** The end of a JSON string, and whether it has escapes. */
export const jsonText = { escaped: false }

/**
 * Returns the closing quote of the string whose first byte is at `p`; -1 if a control character or a line end comes first.
 */
export function jsonTextEnd(bytes: Uint8Array, p: number): number {
  jsonText.escaped = false
  for (;;) {
    const c = bytes[p]
    if (c === 34) return p
    if (c < 32) return -1
    if (c === 92) {
      jsonText.escaped = true
      p++
      if (bytes[p] < 32) return -1
    }
    p++
  }
}

let text = new Uint8Array(256)

/** Returns the bytes that `resolveEscapes` wrote last; a line feed follows them. */
export function resolved(): Uint8Array {
  return text
}

function hex(bytes: Uint8Array, p: number): number {
  let unit = 0
  for (let i = p; i < p + 4; i++) {
    const c = bytes[i]
    const digit = c >= 48 && c <= 57 ? c - 48 : (c | 32) >= 97 && (c | 32) <= 102 ? (c | 32) - 87 : -1
    if (digit < 0) return -1
    unit = unit * 16 + digit
  }
  return unit
}

/**
 * Writes the string [start, end) with its escapes resolved, as UTF-8, to `resolved()`; returns its length, or -1 for an
 * invalid escape, such as half of a surrogate pair.
 */
export function resolveEscapes(bytes: Uint8Array, start: number, end: number): number {
  if (text.length < end - start + 1) text = new Uint8Array(2 * (end - start + 1))
  let n = 0
  for (let p = start; p < end; ) {
    const c = bytes[p++]
    if (c !== 92) {
      text[n++] = c
      continue
    }
    const kind = bytes[p++]
    const simple = '"\\/bfnrt'.indexOf(String.fromCharCode(kind))
    if (simple >= 0) {
      text[n++] = '"\\/\b\f\n\r\t'.charCodeAt(simple)
      continue
    }
    let unit = kind === 117 && p + 4 <= end ? hex(bytes, p) : -1
    if (unit < 0) return -1
    p += 4
    if (unit >= 0xd800 && unit < 0xe000) {
      const low =
        unit < 0xdc00 && bytes[p] === 92 && bytes[p + 1] === 117 && p + 6 <= end ? hex(bytes, p + 2) : -1
      if (low < 0xdc00 || low >= 0xe000) return -1
      unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
      p += 6
    }
    if (unit < 0x80) text[n++] = unit
    else if (unit < 0x800) {
      text[n++] = 0xc0 | (unit >> 6)
      text[n++] = 0x80 | (unit & 63)
    } else if (unit < 0x10000) {
      text[n++] = 0xe0 | (unit >> 12)
      text[n++] = 0x80 | ((unit >> 6) & 63)
      text[n++] = 0x80 | (unit & 63)
    } else {
      text[n++] = 0xf0 | (unit >> 18)
      text[n++] = 0x80 | ((unit >> 12) & 63)
      text[n++] = 0x80 | ((unit >> 6) & 63)
      text[n++] = 0x80 | (unit & 63)
    }
  }
  text[n] = 10
  return n
}
