// The quantile loss. Twin: packages/numerics/src/losses/quantile.ts
#pragma once

#include "absolute.h"

namespace ol {

struct Quantile {
  static constexpr const char* id = "quantile";
  static double value(double z, double y, double p) { return y > z ? p * (y - z) : (1 - p) * (z - y); }
  static double derivative(double z, double y, double p) { return y > z ? -p : y < z ? 1 - p : 0; }
  static double invariant(double z, double y, double k, double ppu, double p) {
    return towards(z, y, p * k, (1 - p) * k, ppu);
  }
};

}  // namespace ol
