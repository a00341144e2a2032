const magic = 0x184d2204
/** A byte of LZ4 becomes at most this many. */
const mostRatio = 256

/**
 * Checks the lengths in a frame of LZ4: `lz4js` reads a block past the end of the data, and allocates the content size
 * that the frame claims.
 *
 * @throws Error if a block does not fit, or the content is longer than its blocks can become
 */
export function checkLz4Frame(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // the library refuses other data
  if (bytes.length < 7 || view.getUint32(0, true) !== magic) return
  const flags = bytes[4]
  const sized = (flags & 8) !== 0
  if (sized && (bytes.length < 15 || view.getBigUint64(6, true) > BigInt(mostRatio * bytes.length)))
    throw new Error('the content of a frame is longer than it can be (LZ4)')
  const blockSums = (flags & 16) !== 0 ? 4 : 0
  for (let at = sized ? 15 : 7; ; ) {
    if (at + 4 > bytes.length) throw new Error('a frame has no end (LZ4)')
    const length = view.getUint32(at, true) & 0x7fffffff
    if (length === 0) return
    at += 4 + length + blockSums
    if (at > bytes.length) throw new Error('a block is longer than its frame (LZ4)')
  }
}
