// Keys of derived features. Twin: native/core/expand/keys.h

export const goldenRatio = 0x9e3779b1
const ofBins = 0x2c1b3c6d
const ofPairs = 0x297a2d39
const ofTriples = 0x6c8e9cf5

/** Spreads the bits of a number of 32 bits. */
export function mixed(key: number): number {
  let h = key
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** The key of a part of the range of a feature: `level` 0 is the feature itself. */
export function tokenKey(row: number, level: number, part: number): number {
  return mixed(Math.imul(row + 1, goldenRatio) ^ mixed((level << 8) | part))
}

export function binKey(row: number, level: number, part: number): number {
  return mixed(tokenKey(row, level, part) ^ ofBins)
}

export function pairKey(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a]
  return mixed(Math.imul(low, goldenRatio) ^ high ^ ofPairs)
}

/** The key of three tokens, whatever their order. */
export function tripleKey(a: number, b: number, c: number): number {
  let low = a < b ? a : b
  let high = a < b ? b : a
  let middle = c
  if (middle < low) [low, middle] = [middle, low]
  else if (middle > high) [middle, high] = [high, middle]
  return mixed(Math.imul(mixed(Math.imul(low, goldenRatio) ^ middle), goldenRatio) ^ high ^ ofTriples)
}
