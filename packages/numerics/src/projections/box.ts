/**
 * Returns the nearest number to x in [low, high], in any metric; -0 counts as 0. Twin: native/core/projections/box.h.
 */
export function boxed(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x
}
