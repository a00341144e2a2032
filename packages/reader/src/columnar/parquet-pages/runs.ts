import { type Cursor, varint32 } from './thrift.js'

/** Values that pad the last run of a page: bits are stored by eight. */
const padding = 7

/**
 * Checks runs of numbers of `width` bits, as Parquet encodes levels and places in a dictionary: no run may have more
 * values than remain of `count`. The library trusts a run, and writes that many values.
 */
export function checkRuns(cursor: Cursor, width: number, count: number): void {
  if (width > 32) throw new Error(`a number of ${width} bits`)
  const { bytes } = cursor
  let left = count
  while (left > 0 && cursor.at < bytes.length) {
    const header = varint32(cursor)
    const packed = header % 2 === 1
    const half = Math.floor(header / 2)
    const values = packed ? 8 * half : half
    // runs of bits take bytes, which end
    if (values > left + padding && (!packed || width === 0))
      throw new Error(`a run has ${values} values where ${left} are left of its page`)
    cursor.at += packed ? half * width : (width + 7) >> 3
    left -= values
  }
}

/** Returns how many of `count` numbers in runs equal `wanted`. The runs have been checked. */
export function countOf(cursor: Cursor, width: number, count: number, wanted: number): number {
  const { bytes } = cursor
  let found = 0
  let left = count
  while (left > 0 && cursor.at < bytes.length) {
    const header = varint32(cursor)
    const half = Math.floor(header / 2)
    if (header % 2 === 0) {
      let value = 0
      for (let k = 0; k < (width + 7) >> 3; k++) value += (bytes[cursor.at++] ?? 0) * 256 ** k
      if (value === wanted) found += Math.min(half, left)
      left -= half
      continue
    }
    const values = Math.min(8 * half, left)
    for (let i = 0; i < values; i++) if (bitsAt(bytes, 8 * cursor.at + i * width, width) === wanted) found++
    cursor.at += half * width
    left -= 8 * half
  }
  return found
}

/** Returns `width` bits of bytes, the lowest first; bits after the end are 0. */
export function bitsAt(bytes: Uint8Array, bit: number, width: number): number {
  let value = 0
  for (let done = 0; done < width; ) {
    const from = (bit + done) % 8
    const some = Math.min(8 - from, width - done)
    value += (((bytes[Math.floor((bit + done) / 8)] ?? 0) >> from) & ((1 << some) - 1)) * 2 ** done
    done += some
  }
  return value
}
