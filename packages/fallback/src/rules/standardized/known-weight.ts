/**
 * Returns the weight of the examples that a row's statistics are taken over: of all but those in which its feature was missing. No
 * less than its count, whatever rounding has left of the difference. Twin: native/core/rules/standardized/known-weight.h.
 */
export function knownWeight(t: number, missing: number, count: number): number {
  const known = t - missing
  return known > count ? known : count
}
