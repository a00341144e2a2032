import * as zlib from 'node:zlib'
import { crc32 as portable } from '../crc32.js'

/** Returns the CRC-32 of bytes; `previous` is that of the bytes that came before. */
// Node 20.15 and 22.2 have one that is faster
export const crc32: (bytes: Uint8Array, previous?: number) => number =
  typeof zlib.crc32 === 'function' ? (bytes, previous = 0) => zlib.crc32(bytes, previous) : portable
