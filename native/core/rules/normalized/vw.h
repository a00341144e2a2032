// The default update of Vowpal Wabbit. Twin: packages/fallback/src/rules/normalized/vw.ts
#pragma once

#include "../parts.h"

namespace ol {

struct Vw : Rule, MaximumUnit, PlainWeight, AdaptiveRate, ConstantStep {
  static constexpr const char* id = "vw";
  static constexpr int code = 71;
  static constexpr int lane = 2, shared = 1, laneScalars = 1, params = 2;
  static constexpr bool hasPrepare = true, hasMultiplier = true, hasAccumulate = true, hasStepSize = true;
  static bool normalized(const Step& c) { return c.params[c.lanes] == 0; }
  static double scale(double* S, double x, Step& c) {
    const double r = MaximumUnit::scale(S, x, c);
    return normalized(c) ? r : x;
  }
  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    if (normalized(c)) T[L] = static_cast<Real>(T[L] * c.ratio);
  }
  static double multiplier(const Step& c, size_t l) { return normalized(c) ? std::sqrt(meanInverse(c, l, false)) : 1; }
};

}  // namespace ol
