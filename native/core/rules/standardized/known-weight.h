// Twin: packages/fallback/src/rules/standardized/known-weight.ts
#pragma once

namespace ol {

// The weight of the examples in a row's statistics: all but those in which its feature was missing. At least its
// count, whatever the rounding of the difference.
inline double knownWeight(double t, double missing, double count) {
  const double known = t - missing;
  return known > count ? known : count;
}

}  // namespace ol
