const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()
/** Fewer bytes, which most cells have, are ASCII more often than not: a decoder takes longer to call. */
const fewBytes = 16

/** Returns the text that bytes are: in UTF-8 where they are that, and otherwise in Latin-1, where each is a character. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length < fewBytes) {
    let short = ''
    let p = 0
    for (; p < bytes.length && bytes[p] < 128; p++) short += String.fromCharCode(bytes[p])
    if (p === bytes.length) return short
  }
  const text = decoder.decode(bytes)
  // bytes that are no UTF-8 become U+FFFD, which may be in the text as well
  return !text.includes('\ufffd') || isSame(encoder.encode(text), bytes) ? text : byteText(bytes)
}

/** Returns the bytes that `decodeText` takes for a string: those in UTF-8, and those in Latin-1 where they are no UTF-8. */
export function encodingsOf(text: string): readonly Uint8Array[] {
  const utf8 = encoder.encode(text)
  if (utf8.length === text.length || /[^\0-\xff]/.test(text)) return [utf8]
  const latin1 = bytesOfText(text)
  return decodeText(latin1) === text ? [utf8, latin1] : [utf8]
}

/** Returns a string with one character for each byte, for patterns of ASCII to be looked for in any encoding. */
export function byteText(bytes: Uint8Array): string {
  let text = ''
  for (let p = 0; p < bytes.length; p += 8192) text += String.fromCharCode(...bytes.subarray(p, p + 8192))
  return text
}

/** Returns the bytes of such a string, or of a part of it. */
export function bytesOfText(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, k) => byte === b[k])
}
