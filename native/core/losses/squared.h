// The squared loss. Twin: packages/numerics/src/losses/squared.ts
#pragma once

#include "../math/exp.h"

namespace ol {

struct Squared {
  static constexpr const char* id = "squared";
  static double saturation(double a) {
    const double far = 1 - exp(-a);
    return a < 1e-5 ? a * (1 - a * 0.5) : far;
  }
  static double value(double z, double y, double) {
    const double e = z - y;
    return e * e;
  }
  static double derivative(double z, double y, double) { return 2 * (z - y); }
  static double invariant(double z, double y, double k, double ppu, double) {
    return ((y - z) * saturation(2 * k * ppu)) / ppu;
  }
};

}  // namespace ol
