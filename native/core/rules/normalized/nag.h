// NAG. Twin: packages/fallback/src/rules/normalized/nag.ts
#pragma once

#include "../parts.h"

namespace ol {

struct Nag : Rule, MaximumUnit, PlainWeight, AdaptiveRate, ConstantStep {
  static constexpr const char* id = "nag";
  static constexpr int code = 0;
  static constexpr int lane = 2, shared = 1, laneScalars = 1, params = 2;
  static constexpr bool hasPrepare = true, hasMultiplier = true, hasAccumulate = true;
  static constexpr bool hasStepSize = true, fadesNorm = true, hasSteadyScale = true;
  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    T[L] = static_cast<Real>(T[L] * c.ratio);
  }
  static double multiplier(const Step& c, size_t l) { return std::sqrt(meanInverse(c, l, c.param(1, l) == 0)); }
};

}  // namespace ol
