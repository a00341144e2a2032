// The Poisson loss. Twin: packages/numerics/src/losses/poisson.ts
#pragma once

#include "../math/log.h"
#include "squared.h"

namespace ol {

struct Poisson {
  static constexpr const char* id = "poisson";
  static double within(double z) { return z < -50 ? -50 : z > 50 ? 50 : z; }
  static double value(double z, double y, double) {
    const double near = within(z);
    return exp(near) - y * near;
  }
  static double derivative(double z, double y, double) { return exp(within(z)) - y; }
  static double invariant(double z, double y, double k, double ppu, double) {
    const double a = y * k * ppu;
    const double s = Squared::saturation(a);
    const double part = s / y;
    const double rise = exp(within(z)) * (y > 0 ? part : k * ppu);
    const double far = log(exp(-a) + rise);
    const double near = log1p(rise - s);
    return -(s > 0.5 ? far : near) / ppu;
  }
};

}  // namespace ol
