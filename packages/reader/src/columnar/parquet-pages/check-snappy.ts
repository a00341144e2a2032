/**
 * Checks the lengths in Snappy data that is to become `size` bytes. The library reads a length of four bytes as a
 * signed number; if it is negative, the library reads the same bytes again and again.
 *
 * @throws Error if a length leads past the end of the data, or of the decompressed data
 */
export function checkSnappy(bytes: Uint8Array, size: number): void {
  // the length of all, in groups of seven bits
  let at = bytes.findIndex((byte) => byte < 128) + 1
  let made = 0
  while (at < bytes.length) {
    const tag = bytes[at++]
    const kind = tag & 3
    const short = tag >>> 2
    if (kind === 0) {
      const width = Math.max(0, short - 59)
      const length = width === 0 ? short + 1 : 1 + littleEndian(bytes, at, width)
      at += width + length
      made += length
    } else {
      at += kind === 3 ? 4 : kind
      made += kind === 1 ? (short & 7) + 4 : short + 1
    }
    // a number past the end is NaN
    if (!(at <= bytes.length && made <= size))
      throw new Error(`Snappy data of ${bytes.length} bytes has a length past its end`)
  }
}

function littleEndian(bytes: Uint8Array, at: number, width: number): number {
  let value = 0
  for (let k = width; k-- > 0; ) value = 256 * value + bytes[at + k]
  return value
}
