// The absolute loss. Twin: packages/numerics/src/losses/absolute.ts
#pragma once

namespace ol {

inline double towards(double z, double y, double up, double down, double ppu) {
  const double e = y - z;
  const double whole = e / ppu;
  const double rise = whole < up ? whole : up;
  const double fall = whole > -down ? whole : -down;
  return e > 0 ? rise : e < 0 ? fall : 0;
}

struct Absolute {
  static constexpr const char* id = "absolute";
  static double value(double z, double y, double) { return z > y ? z - y : y - z; }
  static double derivative(double z, double y, double) { return z > y ? 1 : z < y ? -1 : 0; }
  static double invariant(double z, double y, double k, double ppu, double) { return towards(z, y, k, k, ppu); }
};

}  // namespace ol
