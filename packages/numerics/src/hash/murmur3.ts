import { loneSurrogate, type NameMode } from '@ol/spec'

/**
 * MurmurHash3_x86_32 (A. Appleby) of bytes[start, end), as a signed 32-bit number. Hot loops use this form: a signed
 * result stays in an integer register.
 */
export function murmur3Int(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let h = seed | 0
  const blocks = start + ((end - start) & ~3)
  let i = start
  for (; i < blocks; i += 4) {
    let k = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24)
    k = Math.imul(k, 0xcc9e2d51)
    k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
    h ^= k
    h = (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
  }
  const rest = (end - start) & 3
  if (rest !== 0) {
    let k = bytes[i]
    if (rest > 1) k |= bytes[i + 1] << 8
    if (rest > 2) k |= bytes[i + 2] << 16
    k = Math.imul(k, 0xcc9e2d51)
    h ^= Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  }
  return mixed(h ^ (end - start))
}

/** `murmur3Int` of up to three bytes, the first lowest in `bytes`, all above them 0. */
export function murmur3Short(bytes: number, length: number, seed: number): number {
  const k = Math.imul(bytes, 0xcc9e2d51)
  return mixed(seed ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593) ^ length)
}

/** Returns the last step of the hash. */
function mixed(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** MurmurHash3_x86_32 of bytes[start, end): an unsigned 32-bit number. */
export function murmur3(bytes: Uint8Array, start: number, end: number, seed: number): number {
  return murmur3Int(bytes, start, end, seed) >>> 0
}

/**
 * Returns the index of a name within a namespace, as a signed 32-bit number. `strings`: bytes <= 0x20 at both ends do
 * not count, and a name of digits only is that number plus the seed, modulo 2^32; any other is hashed with the seed.
 * `all`: hashed unchanged. `whole`: like `strings`, but the part of a number beyond 32 bits counts too.
 */
export function hashNameInt(
  bytes: Uint8Array,
  start: number,
  end: number,
  seed: number,
  mode: NameMode,
): number {
  if (mode === 'all') return murmur3Int(bytes, start, end, seed)
  while (start < end && bytes[start] <= 0x20) start++
  while (end > start && bytes[end - 1] <= 0x20) end--
  let number = 0
  let i = start
  for (; i < end; i++) {
    const digit = bytes[i] - 48
    if (digit < 0 || digit > 9) break
    number = (Math.imul(number, 10) + digit) | 0
  }
  // an empty name has no other characters than digits: it is the number 0, as in VW
  if (i !== end) return murmur3Int(bytes, start, end, seed)
  return (number + seed + (mode === 'whole' ? pastWord(bytes, start, end) : 0)) | 0
}

/** Returns the contribution to the hash from the part of a number beyond 32 bits; the number is taken modulo 2^64. */
function pastWord(bytes: Uint8Array, start: number, end: number): number {
  let low = 0
  let high = 0
  for (let i = start; i < end; i++) {
    const next = low * 10 + bytes[i] - 48
    low = next >>> 0
    high = (Math.imul(high, 10) + (next - low) / 0x100000000) | 0
  }
  return Math.imul(high, 0x9e3779b1)
}

/** `hashNameInt` as an unsigned 32-bit number. */
export function hashName(
  bytes: Uint8Array,
  start: number,
  end: number,
  seed: number,
  mode: NameMode,
): number {
  return hashNameInt(bytes, start, end, seed, mode) >>> 0
}

declare const TextEncoder: new () => {
  encode(text: string): Uint8Array
  encodeInto(text: string, into: Uint8Array): { readonly written: number }
}
const encoder = new TextEncoder()

/** Returns the index of a name given as text. */
export function hashText(name: string, seed: number, mode: NameMode): number {
  const bytes = encoder.encode(name)
  return hashName(bytes, 0, bytes.length, seed, mode)
}

/**
 * Writes text as UTF-8 to the front of `bytes`, which must have 3 bytes per character; returns the number of bytes
 * written, or -1 for text with a lone surrogate.
 */
export function writeText(text: string, bytes: Uint8Array): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 127) return loneSurrogate(text, i) < 0 ? encoder.encodeInto(text, bytes).written : -1
    bytes[i] = code
  }
  return text.length
}

/**
 * Returns the hash of a namespace, by its name with the seed; the default namespace (no name) is 0 if the seed is 0.
 * `whole`: a name of digits is hashed too, because the numbers in such a namespace would otherwise collide with those
 * in another.
 */
export function namespaceHash(
  bytes: Uint8Array,
  start: number,
  end: number,
  seed: number,
  mode: NameMode,
): number {
  if (start === end) return seed === 0 ? 0 : murmur3(bytes, start, end, seed)
  if (mode === 'whole') return murmur3(bytes, start, end, seed)
  return hashName(bytes, start, end, seed, mode)
}
