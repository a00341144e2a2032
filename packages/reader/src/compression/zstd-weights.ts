/** Bits of the first numbers of a table of probabilities: they start after its accuracy. */
const afterAccuracy = 4

/**
 * Returns whether the weights of the Huffman code of a compressed block have no end: they are compressed by a table of which one symbol
 * has all of the probability, so each weight takes no bits. No program writes such a block, and `fzstd` never ends on it.
 */
export function hasEndlessWeights(block: Uint8Array): boolean {
  // literals with their own code
  if ((block[0] & 3) !== 2) return false
  const at = [3, 3, 4, 5][(block[0] >> 2) & 3]
  if (!(block[at] < 128)) return false
  const table = block.subarray(at + 1)
  const accuracy = (table[0] & 15) + 5
  const bits = (from: number, count: number): number => {
    const byte = from >> 3
    const word = (table[byte] ?? 0) | ((table[byte + 1] ?? 0) << 8) | ((table[byte + 2] ?? 0) << 16)
    return (word >> (from & 7)) & ((1 << count) - 1)
  }
  const all = 1 << accuracy
  // before any probability is read, a probability + 1 takes `accuracy` bits if these are below all - 2, otherwise one more
  for (let position = afterAccuracy; position < 8 * table.length; ) {
    const low = bits(position, accuracy)
    const short = low < all - 2
    const whole = bits(position, accuracy + 1)
    const value = short ? low : whole >= all ? whole - (all - 2) : whole
    position += short ? accuracy : accuracy + 1
    if (value === all + 1) return true
    if (value !== 1) return false
    // symbols of probability 0 follow, three and more flags of them
    let more = 3
    for (; more === 3 && position < 8 * table.length; position += 2) more = bits(position, 2)
  }
  return false
}

const magic = 0xfd2fb528
/** Bytes of the identifier of a dictionary, and of the size of the content, by their flags. */
const dictionaryBytes = [0, 1, 2, 4]
const contentBytes = [0, 2, 4, 8]

/** Returns whether a block of the first frame of zstd data has weights without an end. */
export function hasEndlessBlock(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 6 || view.getUint32(0, true) !== magic) return false
  const flags = bytes[4]
  const single = (flags & 32) !== 0
  const content = single && flags >> 6 === 0 ? 1 : contentBytes[flags >> 6]
  let at = 5 + (single ? 0 : 1) + dictionaryBytes[flags & 3] + content
  for (let last = false; !last && at + 3 <= bytes.length; ) {
    const header = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16)
    const kind = (header >> 1) & 3
    last = (header & 1) === 1
    at += 3
    const length = kind === 1 ? 1 : header >> 3
    if (kind === 2 && hasEndlessWeights(bytes.subarray(at, at + length))) return true
    at += length
  }
  return false
}
