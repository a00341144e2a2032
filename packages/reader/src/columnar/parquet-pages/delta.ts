import { bitsAt } from './runs.js'
import { byteAt, type Cursor, skipVarint64, varint32 } from './thrift.js'

/**
 * Checks numbers in the encoding DELTA_BINARY_PACKED: `count` of them, of at most `bits` bits. If a block has a
 * negative size, the library goes back in the data and never ends.
 */
export function checkDelta(cursor: Cursor, count: number, bits: 32 | 64): void {
  blocks(cursor, count, bits, undefined)
}

/** Returns the numbers of such an encoding, of 32 bits each, and checks them. */
export function readDelta(cursor: Cursor, count: number): Int32Array {
  const values = new Int32Array(count)
  blocks(cursor, count, 32, values)
  return values
}

function blocks(cursor: Cursor, count: number, bits: 32 | 64, values: Int32Array | undefined): void {
  const size = varint32(cursor)
  const parts = varint32(cursor)
  const total = varint32(cursor)
  const perPart = size / parts
  if (!(perPart > 0 && perPart % 8 === 0) || parts > cursor.bytes.length)
    throw new Error(`a block of ${size} numbers has ${parts} parts`)
  if (total !== count) throw new Error(`expected ${count} numbers but received ${total}`)
  let value = signed(cursor)
  if (values !== undefined && count > 0) values[0] = value
  for (let index = 1; index < count; ) {
    const least = signed(cursor)
    const widths = cursor.at
    cursor.at += parts
    for (let part = 0; part < parts && index < count; part++) {
      const width = byteAt({ bytes: cursor.bytes, at: widths + part })
      if (width > bits) throw new Error(`a number of ${width} bits where ${bits} are the most`)
      const length = Math.min(perPart, count - index)
      if (values !== undefined)
        for (let i = 0; i < length; i++) {
          value = (value + least + bitsAt(cursor.bytes, 8 * cursor.at + i * width, width)) | 0
          values[index + i] = value
        }
      index += length
      cursor.at += (perPart * width) / 8
    }
  }
}

/** Reads a signed number; only its low 32 bits count. */
function signed(cursor: Cursor): number {
  const start = cursor.at
  skipVarint64(cursor)
  let low = 0
  for (let k = start; k < cursor.at && k < start + 5; k++)
    low += (cursor.bytes[k] & 127) * 2 ** (7 * (k - start))
  return low % 2 === 0 ? (low / 2) | 0 : (-(low + 1) / 2) | 0
}
