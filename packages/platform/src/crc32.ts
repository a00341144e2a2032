/** The polynomial of the code; the coefficient of x^k is bit 31 - k. */
const polynomial = 0xedb88320

let made: readonly Uint32Array[] | undefined

/** Returns the tables, made on first use, because Node.js does not need them. */
function tables(): readonly Uint32Array[] {
  if (made !== undefined) return made
  const all = Array.from({ length: 8 }, () => new Uint32Array(256))
  for (let i = 0; i < 256; i++) {
    let c = i
    for (let k = 0; k < 8; k++) c = c & 1 ? polynomial ^ (c >>> 1) : c >>> 1
    all[0][i] = c
  }
  for (let k = 1; k < 8; k++)
    for (let i = 0; i < 256; i++) all[k][i] = (all[k - 1][i] >>> 8) ^ all[0][all[k - 1][i] & 255]
  made = all
  return all
}

/**
 * Returns the CRC-32 (ISO 3309, as zlib's) of bytes, eight at a time; `previous` is the CRC-32 of the preceding bytes.
 */
export function crc32(bytes: Uint8Array, previous = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables()
  let c = ~previous
  let p = 0
  for (const end = bytes.length - 7; p < end; p += 8) {
    const a = c ^ (bytes[p] | (bytes[p + 1] << 8) | (bytes[p + 2] << 16) | (bytes[p + 3] << 24))
    c =
      t7[a & 255] ^
      t6[(a >>> 8) & 255] ^
      t5[(a >>> 16) & 255] ^
      t4[a >>> 24] ^
      t3[bytes[p + 4]] ^
      t2[bytes[p + 5]] ^
      t1[bytes[p + 6]] ^
      t0[bytes[p + 7]]
  }
  for (; p < bytes.length; p++) c = t0[(c ^ bytes[p]) & 255] ^ (c >>> 8)
  return ~c >>> 0
}

/**
 * Returns the CRC-32 of two consecutive parts from the CRC-32 of each; `length`: the number of bytes in the second
 * part.
 */
export function joinedCrc32(first: number, second: number, length: number): number {
  let moved = first
  // each byte that follows multiplies by x^8
  for (let left = length, power = 1 << 23; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) moved = product(moved, power)
    power = product(power, power)
  }
  return (moved ^ second) >>> 0
}

/** Returns the product of two polynomials modulo the polynomial of the code. */
function product(a: number, b: number): number {
  let sum = 0
  for (let k = 31, shifted = b; k >= 0; k--) {
    if ((a >>> k) & 1) sum ^= shifted
    shifted = shifted & 1 ? polynomial ^ (shifted >>> 1) : shifted >>> 1
  }
  return sum
}
