import * as zlib from 'node:zlib'
import { crc32 as portable } from '../crc32.js'

/** Returns the CRC-32 of bytes; `previous` is the CRC-32 of the preceding bytes. */
// Node 20.15 and 22.2 have a faster implementation
export function crc32(bytes: Uint8Array, previous = 0): number {
  // zlib's returns 0 for a part of an empty array, which has no address
  if (bytes.length === 0) return previous
  return typeof zlib.crc32 === 'function' ? zlib.crc32(bytes, previous) : portable(bytes, previous)
}
