import { murmur3 } from '@ol/numerics'

/** See `TableCalls.hashNames`. */
export function hashNames(bytes: Uint8Array, ends: Uint32Array, hashes: Uint32Array): void {
  for (let k = 0, start = 0; k < ends.length; start = ends[k++]) hashes[k] = murmur3(bytes, start, ends[k], 0)
}
