// A feature whose unit becomes far smaller. Twin: packages/fallback/src/rules/standardized/faint-run.ts
#pragma once

#include <cmath>

#include "../../engine/is-present.h"
#include "../../math/bits.h"

namespace ol {

constexpr double kLongestRun = 256;
constexpr double kFainter = 65536;
constexpr double kFractions = 512;
constexpr double kMostOfRun = 1 - 1.0 / (1ull << 40);
constexpr double kLeastUnit = 1e-120;

// The largest power of two that is not above a positive number; 0 for 0.
inline double powerBelow(double x) { return fromBits(toBits(x) & (uint64_t{0x7ff} << 52)); }

inline bool isFaint(double x, double mean2) { return x * x * kFainter < mean2; }

inline void countFaint(double x, double mean2, double kept, double& mean, double& squares, double& unit) {
  const double own = powerBelow(kept);
  const double run = own > 0 ? (kept / own - 1) * kFractions : 0;
  const double before = std::floor(run);
  const double size = (x < 0 ? -x : x) / std::sqrt(mean2 / kFainter);
  const double larger = size > run - before ? size : run - before;
  const double largest = larger < kMostOfRun ? larger : kMostOfRun;
  if (before + 1 < kLongestRun) {
    unit = unit * (1 + (before + 1 + largest) / kFractions);
    return;
  }
  // half of the largest of the run is about the root mean square of its values
  const double factor = powerBelow(largest / kFractions);
  if (!(unit * factor > kLeastUnit)) return;
  mean *= factor;
  squares *= factor * factor;
  unit = unit * factor;
}

// Counts the value of a row whose unit was `kept`, if it is faint.
inline void settleRun(double x, double count, double kept, double& mean, double& squares, double& unit) {
  if (!isPresent(x)) return;
  const double mean2 = squares / count + mean * mean;
  if (isFaint(x, mean2)) countFaint(x, mean2, kept, mean, squares, unit);
}

}  // namespace ol
