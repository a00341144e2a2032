// The hinge loss. Twin: packages/numerics/src/losses/hinge.ts
#pragma once

namespace ol {

struct Hinge {
  static constexpr const char* id = "hinge";
  static double value(double z, double y, double) {
    const double e = 1 - y * z;
    return e > 0 ? e : 0;
  }
  static double derivative(double z, double y, double) { return y * z < 1 ? -y : 0; }
  static double invariant(double z, double y, double k, double ppu, double) {
    const double e = 1 - y * z;
    const double whole = e / ppu;
    const double u = y * (whole < k ? whole : k);
    return e > 0 ? u : 0;
  }
};

}  // namespace ol
