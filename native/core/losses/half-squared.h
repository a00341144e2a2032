// Half the squared loss. Twin: packages/numerics/src/losses/half-squared.ts
#pragma once

#include "squared.h"

namespace ol {

struct HalfSquared {
  static constexpr const char* id = "half-squared";
  static double value(double z, double y, double) {
    const double e = z - y;
    return 0.5 * e * e;
  }
  static double derivative(double z, double y, double) { return z - y; }
  static double invariant(double z, double y, double k, double ppu, double) {
    return ((y - z) * Squared::saturation(k * ppu)) / ppu;
  }
};

}  // namespace ol
