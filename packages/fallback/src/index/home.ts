/**
 * The place where the probe for a key starts: it mixes bits of both halves into the lowest, because names of digits are
 * consecutive keys. Twin: native/core/index/home.h.
 */
export function homeOf(lower: number, upper: number): number {
  let h = Math.imul(lower, 0x9e3779b1) ^ upper
  h = Math.imul(h ^ (h >>> 15), 0x85ebca77)
  return h ^ (h >>> 13)
}
