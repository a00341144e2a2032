// NAG. Twin: packages/fallback/src/rules/nag.ts
#pragma once

#include "parts.h"

namespace ol {

struct Nag : MaximumUnit, PlainWeight, AdaptiveRate, ConstantStep {
  static constexpr const char* id = "nag";
  static constexpr int lane = 2, shared = 1, scalars = 1, params = 1;
  template <class Real>
  static void rescale(Real* T, size_t L, const Step& c) {
    T[L] = static_cast<Real>(T[L] * c.ratio);
  }
  static double multiplier(const Step& c) { return c.N > 0 ? std::sqrt(c.t / c.N) : 0; }
};

}  // namespace ol
