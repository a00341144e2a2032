/**
 * Decompresses Unix compress (.Z): LZW with codes of 9 to 16 bits (Welch 1984). Throws a RangeError for corrupt bytes.
 */
export function uncompressLzw(bytes: Uint8Array): Buffer {
  const maxBits = bytes[2] & 31
  const resets = (bytes[2] & 128) !== 0
  const clear = 256
  const prefix = new Uint16Array(1 << maxBits)
  const suffix = new Uint8Array(1 << maxBits)
  for (let c = 0; c < 256; c++) suffix[c] = c
  const out: number[] = []
  const stack: number[] = []
  let next = resets ? 257 : 256
  let width = 9
  let start = 3
  let bit = 0
  let previous = -1
  let first = 0
  for (;;) {
    if (start + ((bit + width + 7) >> 3) > bytes.length) break
    const at = start + (bit >> 3)
    const code =
      ((bytes[at] | (bytes[at + 1] << 8) | ((bytes[at + 2] ?? 0) << 16)) >> (bit & 7)) & ((1 << width) - 1)
    bit += width
    if (resets && code === clear) {
      ;[start, bit] = [groupEnd(start, bit, width), 0]
      next = 257
      width = 9
      previous = -1
      continue
    }
    if (code > next || (previous < 0 && code > 255)) throw new RangeError('a code that is not in the table')
    let walk = code
    if (code === next) {
      stack.push(first)
      walk = previous
    }
    while (walk > 255) {
      stack.push(suffix[walk])
      walk = prefix[walk]
    }
    first = suffix[walk]
    out.push(first)
    while (stack.length > 0) out.push(stack.pop() as number)
    if (previous >= 0 && next < 1 << maxBits) {
      prefix[next] = previous
      suffix[next++] = first
      if (next === 1 << width && width < maxBits) {
        ;[start, bit] = [groupEnd(start, bit, width), 0]
        width++
      }
    }
    previous = code
  }
  return Buffer.from(out)
}

/** Codes are written in groups of eight; a change of width starts a new group. */
function groupEnd(start: number, bit: number, width: number): number {
  return start + Math.ceil(bit / (8 * width)) * width
}
