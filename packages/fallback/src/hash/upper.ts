import type { HashMode } from '@ol/spec'
import { murmur3Int } from './murmur3.js'

/*
 * The upper half of a feature's key. The lower half is the hash of murmur3.ts. Names are hashed once more, from a seed that
 * is made of both halves of what they stand in; names of digits are their number: what of it is past 32 bits is added to the
 * upper half of their namespace. Twin: native/core/tokenizers/upper.h.
 */

/** Upper halves start from other seeds than lower ones. */
const salt = 0x9e3779b9

/** Takes a word into a hash (a round of MurmurHash3). */
function mixed(h: number, word: number): number {
  const k = Math.imul(word, 0xcc9e2d51)
  h ^= Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

function finished(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** The seed of the upper halves of names within a namespace, or of texts that are values of a feature. */
export function innerSeed(lower: number, upper: number): number {
  return finished(mixed(upper ^ salt, lower))
}

/** The upper half of what is made of two features in this order: their product, a run of both. Signed, 32 bits. */
export function joined(lower1: number, upper1: number, lower2: number, upper2: number): number {
  return finished(mixed(mixed(mixed(upper1 ^ salt, lower1), upper2), lower2))
}

let low = 0
let high = 0

/** Whether a name is one of digits only; then `low` and `high` are its number, modulo 2^64. */
function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  low = 0
  high = 0
  for (let i = start; i < end; i++) {
    const digit = bytes[i] - 48
    if (digit < 0 || digit > 9) return false
    const next = low * 10 + digit
    low = next >>> 0
    high = (Math.imul(high, 10) + (next - low) / 0x100000000) | 0
  }
  return true
}

/**
 * The upper half of a name within a namespace, as a signed 32-bit number. upper: of the namespace; seed: its `innerSeed`.
 */
export function upperNameInt(
  bytes: Uint8Array,
  start: number,
  end: number,
  upper: number,
  seed: number,
  mode: HashMode,
): number {
  if (mode === 'all') return murmur3Int(bytes, start, end, seed)
  while (start < end && bytes[start] <= 0x20) start++
  while (end > start && bytes[end - 1] <= 0x20) end--
  return isNumber(bytes, start, end) ? (upper + high) | 0 : murmur3Int(bytes, start, end, seed)
}

/**
 * The upper half of a namespace, signed. seed: the `innerSeed` of the namespace around it, or `outerSeed` where there is none.
 * One of digits only is not a number here: its features would be those of another.
 */
export function upperSpaceInt(
  bytes: Uint8Array,
  start: number,
  end: number,
  seed: number,
  mode: HashMode,
): number {
  if (mode === 'all') return murmur3Int(bytes, start, end, seed)
  while (start < end && bytes[start] <= 0x20) start++
  while (end > start && bytes[end - 1] <= 0x20) end--
  return isNumber(bytes, start, end)
    ? finished(mixed(mixed(seed, low), high))
    : murmur3Int(bytes, start, end, seed)
}

/** The seed of the upper halves of namespaces. */
export function outerSeed(seed: number): number {
  return innerSeed(seed, seed)
}

/** The upper half of the default namespace, signed: 0 where the seed is 0. */
export function upperDefault(seed: number): number {
  return seed === 0 ? 0 : outerSeed(seed)
}
