import { murmur3 } from '@ol/numerics'

const [equals, caret] = [61, 94]

/** See `TableCalls.hashNames`. Twin: native/core/table/hash-names.h. */
export function hashNames(bytes: Uint8Array, ends: Uint32Array, hashes: Uint32Array): void {
  for (let k = 0, start = 0; k < ends.length; start = ends[k++]) hashes[k] = murmur3(bytes, start, ends[k], 0)
}

/** See `TableCalls.hashColumns`. Twin: native/core/table/hash-names.h. */
export function hashColumns(
  bytes: Uint8Array,
  ends: Uint32Array,
  ones: Uint8Array,
  hashes: Uint32Array,
  said: Uint8Array,
): void {
  for (let k = 0, start = 0; k < ends.length; start = ends[k++]) {
    let end = firstOf(equals, bytes, start, ends[k])
    if (end <= start && ones[k] === 1) end = firstOf(caret, bytes, start, ends[k])
    said[k] = end > start ? 1 : 0
    if (end > start) hashes[k] = murmur3(bytes, start, end, 0)
  }
}

/** Returns the place of a byte in bytes[start, end); where it is not there, `start`. */
function firstOf(byte: number, bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) if (bytes[i] === byte) return i
  return start
}
