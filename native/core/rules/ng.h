// NG. Twin: packages/fallback/src/rules/ng.ts
#pragma once

#include "parts.h"

namespace ol {

struct Ng : MaximumUnit, PlainWeight, UnitRate, DecayingStep {
  static constexpr const char* id = "ng";
  static constexpr int lane = 1, shared = 1, scalars = 1, params = 2;
  template <class Real>
  static void rescale(Real* T, size_t, const Step& c) {
    T[0] = static_cast<Real>(T[0] * c.ratio);
  }
  static double multiplier(const Step& c) { return c.N > 0 ? c.t / c.N : 0; }
};

}  // namespace ol
