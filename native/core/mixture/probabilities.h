// The probabilities that scores stand for: over-lanes.inc has them. Twin:
// packages/fallback/src/mixture/probabilities.ts
#pragma once

namespace ol {

// The odds that a class can have at most, as a logarithm.
inline constexpr double kSteepest = 50;

inline double withinSteepest(double z) {
  const double low = z < -kSteepest ? -kSteepest : z;
  return z > kSteepest ? kSteepest : low;
}

}  // namespace ol
