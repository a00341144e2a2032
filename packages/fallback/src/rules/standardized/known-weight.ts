/**
 * Returns the weight of the examples in a row's statistics: all but those in which its feature was missing. At least
 * its count, whatever the rounding of the difference. Twin: native/core/rules/standardized/known-weight.h.
 */
export function knownWeight(t: number, missing: number, count: number): number {
  const known = t - missing
  return known > count ? known : count
}
