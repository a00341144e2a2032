// The Huber loss. Twin: packages/numerics/src/losses/huber.ts
#pragma once

#include "squared.h"

namespace ol {

struct Huber {
  static constexpr const char* id = "huber";
  static constexpr bool labelUnits = true;
  static double value(double z, double y, double p) {
    const double e = z > y ? z - y : y - z;
    return e <= p ? 0.5 * e * e : p * (e - 0.5 * p);
  }
  static double derivative(double z, double y, double p) {
    const double e = z - y;
    return e > p ? p : e < -p ? -p : e;
  }
  static double invariant(double z, double y, double k, double ppu, double p) {
    const double e = y - z;
    const double size = e < 0 ? -e : e;
    const double reach = k * ppu;
    const double past = size > p ? size - p : 0;
    const double straight = past / p;
    const double curved = (past + (size - past) * Squared::saturation(reach - straight)) / ppu;
    const double u = reach <= straight ? k * p : curved;
    return e < 0 ? -u : u;
  }
};

}  // namespace ol
