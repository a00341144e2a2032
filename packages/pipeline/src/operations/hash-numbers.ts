/* MurmurHash3 of numbers: choices made by it are the same on every machine. */

const bits = new DataView(new ArrayBuffer(8))

/** Mixes a word into a hash. */
export function mixWord(hash: number, word: number): number {
  const k = Math.imul(word, 0xcc9e2d51)
  const h = hash ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

/** Mixes the two words of a number into a hash. */
export function mixNumber(hash: number, value: number): number {
  bits.setFloat64(0, value)
  return mixWord(mixWord(hash, bits.getInt32(0)), bits.getInt32(4))
}

/** Returns the hash of the mixed numbers, an integer below 2^32. */
export function finish(mixed: number): number {
  let hash = mixed
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return hash >>> 0
}
