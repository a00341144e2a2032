// The probabilities of scores: see over-lanes.inc. Twin: packages/fallback/src/mixture/probabilities.ts
#pragma once

namespace ol {

// The largest log odds of a class.
inline constexpr double kSteepest = 50;

inline double withinSteepest(double z) {
  const double low = z < -kSteepest ? -kSteepest : z;
  return z > kSteepest ? kSteepest : low;
}

}  // namespace ol
