// Four bytes of text in a 32-bit number, the first lowest. A mask marks bytes by their highest bits; only its lowest mark
// is certain, since a sum or difference may carry over to the bytes above it.
// These functions are so small that V8 always inlines them.

/** Returns the bytes of a chunk for reads of four at any place before `end`; the reads may go past `end`. */
export function viewOf(bytes: Uint8Array, end: number): DataView {
  if (bytes.length < end + 3) {
    const wider = new Uint8Array(end + 3)
    wider.set(bytes.subarray(0, end))
    bytes = wider
  }
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The values of four digits at `p`; any other byte becomes a value above 9. */
export function digitsAt(view: DataView, p: number): number {
  return view.getInt32(p, true) ^ 0x30303030
}

/** Marks the bytes of `digitsAt` that are not digits. */
export function noDigits(x: number): number {
  return ((x + 0x76767676) | x) & 0x80808080
}

/** Returns the number that four digits make. */
export function numberOf(x: number): number {
  const twos = (Math.imul(x, 10) + (x >>> 8)) & 0x00ff00ff
  return (Math.imul(twos & 0xff, 100) + (twos >>> 16)) | 0
}

/** Marks the bytes that end a name in the formats of pairs, or that are rare in a name: bytes up to 0x20, colon, bar. */
export function nameEnds(x: number): number {
  const colon = x ^ 0x3a3a3a3a
  const bar = x ^ 0x7c7c7c7c
  return (
    (((x - 0x21212121) & ~x) | ((colon - 0x01010101) & ~colon) | ((bar - 0x01010101) & ~bar)) & 0x80808080
  )
}
