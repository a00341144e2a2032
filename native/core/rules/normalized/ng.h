// NG. Twin: packages/fallback/src/rules/normalized/ng.ts
#pragma once

#include "../parts.h"

namespace ol {

struct Ng : Rule, MaximumUnit, PlainWeight, UnitRate, DecayingStep {
  static constexpr const char* id = "ng";
  static constexpr int code = 1;
  static constexpr int lane = 1, shared = 1, laneScalars = 1, params = 3;
  static constexpr bool hasPrepare = true, hasMultiplier = true, hasAccumulate = true;
  static constexpr bool hasStepSize = true, hasStretch = true, hasSteadyScale = true;
  template <class Real>
  static void prepare(Real* T, size_t, double, const Step& c, size_t) {
    T[0] = static_cast<Real>(T[0] * c.ratio);
  }
  static double stretch(const Step& c) { return c.ratio; }
  static double multiplier(const Step& c, size_t l) { return meanInverse(c, l, c.param(2, l) == 0); }
};

}  // namespace ol
