// FTRL-Proximal. Twin: packages/fallback/src/rules/mirror-descent/ftrl.ts
#pragma once

#include "../parts.h"

namespace ol {

struct Ftrl : Rule, OwnUnit {
  static constexpr const char* id = "ftrl";
  static constexpr int code = 69;
  static constexpr int lane = 2, params = 4;
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    const double z = T[0];
    const double excess = (z < 0 ? -z : z) - c.param(2, l);
    if (!(excess > 0)) return 0;
    const double w = excess / ((c.param(1, l) + T[L]) / c.param(0, l) + c.param(3, l));
    return z < 0 ? w : -w;
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    const double g = c.g * r;
    const double w = read(T, L, c, l);
    const double old = T[L];
    T[L] = static_cast<Real>(std::sqrt(old * old + g * g));
    T[0] = static_cast<Real>(T[0] + (g - ((T[L] - old) / c.param(0, l)) * w));
  }
};

}  // namespace ol
