const tables = makeTables()

/** CRC-32 of IEEE 802.3 (as zlib's), four bytes a step; `previous` continues one. An unsigned 32-bit number. */
export function crc32(bytes: Uint8Array, previous = 0): number {
  const [t0, t1, t2, t3] = tables
  let c = ~previous
  let i = 0
  for (const whole = bytes.length & ~3; i < whole; i += 4) {
    c ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24)
    c = t3[c & 255] ^ t2[(c >>> 8) & 255] ^ t1[(c >>> 16) & 255] ^ t0[c >>> 24]
  }
  for (; i < bytes.length; i++) c = (c >>> 8) ^ t0[(c ^ bytes[i]) & 255]
  return ~c >>> 0
}

function makeTables(): readonly [Int32Array, Int32Array, Int32Array, Int32Array] {
  const t = [new Int32Array(256), new Int32Array(256), new Int32Array(256), new Int32Array(256)] as const
  for (let i = 0; i < 256; i++) {
    let c = i
    for (let k = 0; k < 8; k++) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0)
    t[0][i] = c
  }
  for (let j = 1; j < 4; j++) {
    for (let i = 0; i < 256; i++) t[j][i] = (t[j - 1][i] >>> 8) ^ t[0][t[j - 1][i] & 255]
  }
  return t
}
