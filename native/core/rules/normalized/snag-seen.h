// sNAG, rescaled when a feature is present. Twin: packages/fallback/src/rules/normalized/snag-seen.ts
#pragma once

#include "../parts.h"

namespace ol {

struct SnagSeen : Rule, PlainWeight, AdaptiveRate, ConstantStep {
  static constexpr const char* id = "snag-seen";
  static constexpr int code = 10;
  static constexpr int lane = 2, shared = 3, laneScalars = 1, params = 2;
  static constexpr bool hasPrepare = true, hasMultiplier = true, hasAccumulate = true, hasStepSize = true;
  static constexpr bool hasStretch = true, fadesSquares = true, fadesNorm = true;
  static bool settled(const double*, double) { return false; }
  static double scale(double* S, double x, Step& c) {
    const double old = believedSquares(x, S[0], c);
    const double value = withinReach(x, old, c);
    const double q = old + c.h * (value * value);
    S[0] = keptSquares(q, old, c);
    const double rms = std::sqrt(q / c.t);
    if (!(rms > 0)) return 0;
    // a single outlier is forgotten
    const double last = old > 0 ? S[1] : 0, largest = old > 0 ? S[2] : 0;
    c.moved = true;
    c.ratio = last / rms;
    c.growth = last > 0 ? (rms > largest ? largest : rms) / last : 1;
    S[1] = rms;
    S[2] = rms > largest ? rms : largest;
    return value / rms;
  }
  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    T[L] = static_cast<Real>(T[L] * c.ratio);
    if (c.param(1, 0) == 0) T[0] = static_cast<Real>(T[0] * c.growth);
  }
  static double stretch(const Step& c) { return c.param(1, 0) == 0 ? c.growth : 1; }
  static double multiplier(const Step& c, size_t l) { return std::sqrt(meanInverse(c, l, true)); }
};

}  // namespace ol
