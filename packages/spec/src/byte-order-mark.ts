/** Returns the length of the byte order mark of UTF-8 at a place in bytes; 0: there is none. */
export function markLength(bytes: Uint8Array, at: number): number {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf ? 3 : 0
}
