// Twin: packages/fallback/src/rules/standardized/known-weight.ts
#pragma once

namespace ol {

// The weight of the examples that a row's statistics are taken over: of all but those in which its feature was missing.
// No less than its count, whatever rounding has left of the difference.
inline double knownWeight(double t, double missing, double count) {
  const double known = t - missing;
  return known > count ? known : count;
}

}  // namespace ol
