// Regularized dual averaging with an L1 norm. Twin: packages/fallback/src/rules/mirror-descent/rda.ts
#pragma once

#include "../parts.h"
#include "shrink.h"

namespace ol {

struct Rda : Rule, OwnUnit {
  static constexpr const char* id = "rda";
  static constexpr int code = 51;
  static constexpr int lane = 1, params = 2;
  template <class Real>
  static double read(const Real* T, size_t, const Step& c, size_t l) {
    const double t = c.round - 1;
    return t > 0 ? -shrink(T[0], t * c.param(1, l)) / (c.param(0, l) * std::sqrt(t)) : 0;
  }
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t) {
    T[0] = static_cast<Real>(T[0] + c.g * r);
  }
};

}  // namespace ol
