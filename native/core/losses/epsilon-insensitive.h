// The epsilon-insensitive loss. Twin: packages/numerics/src/losses/epsilon-insensitive.ts
#pragma once

namespace ol {

struct EpsilonInsensitive {
  static constexpr const char* id = "epsilon-insensitive";
  static constexpr bool labelUnits = true;
  static double value(double z, double y, double p) {
    const double e = (z > y ? z - y : y - z) - p;
    return e > 0 ? e : 0;
  }
  static double derivative(double z, double y, double p) {
    const double e = z - y;
    return e > p ? 1 : e < -p ? -1 : 0;
  }
  static double invariant(double z, double y, double k, double ppu, double p) {
    const double e = y - z;
    const double whole = ((e < 0 ? -e : e) - p) / ppu;
    const double u = whole < k ? whole : k;
    const double moved = e < 0 ? -u : u;
    return whole > 0 ? moved : 0;
  }
};

}  // namespace ol
