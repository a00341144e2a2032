// The expectile loss. Twin: packages/numerics/src/losses/expectile.ts
#pragma once

#include "squared.h"

namespace ol {

struct Expectile {
  static constexpr const char* id = "expectile";
  static double value(double z, double y, double p) {
    const double e = z - y;
    return (y > z ? p : 1 - p) * (e * e);
  }
  static double derivative(double z, double y, double p) { return (y > z ? p : 1 - p) * (2 * (z - y)); }
  static double invariant(double z, double y, double k, double ppu, double p) {
    return ((y - z) * Squared::saturation((y > z ? p : 1 - p) * (2 * k * ppu))) / ppu;
  }
};

}  // namespace ol
