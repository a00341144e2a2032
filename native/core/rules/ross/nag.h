// NAG. Twin: packages/fallback/src/rules/ross/nag.ts
#pragma once

#include "../parts.h"

namespace ol {

struct Nag : Rule, MaximumUnit, PlainWeight, CountsN, AdaptiveRate, ConstantStep {
  static constexpr const char* id = "nag";
  static constexpr int code = 0;
  static constexpr int lane = 2, shared = 1, scalars = 1, params = 1;
  static constexpr bool hasPrepare = true, hasObserve = true, hasMultiplier = true, hasAccumulate = true;
  static constexpr bool hasStepSize = true;
  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    T[L] = static_cast<Real>(T[L] * c.ratio);
  }
  static double multiplier(const Step& c) { return std::sqrt(meanInverse(c)); }
};

}  // namespace ol
