// sNAG, the full reading. Twin: packages/fallback/src/rules/normalized/snag.ts
#pragma once

#include "../parts.h"

namespace ol {

struct Snag : Rule, PlainWeight, AdaptiveRate, ConstantStep {
  static constexpr const char* id = "snag";
  static constexpr int code = 2;
  static constexpr int lane = 2, shared = 1, laneScalars = 1, params = 1;
  static constexpr bool hasPrepare = true, hasMultiplier = true, hasAccumulate = true;
  static constexpr bool hasStepSize = true, hasPace = true, fadesSquares = true;
  static bool settled(const double*, double) { return false; }
  static double scale(double* S, double x, Step& c) {
    const double old = believedSquares(x, S[0], c);
    const double value = withinReach(x, old, c);
    const double q = old + c.h * (value * value);
    S[0] = keptSquares(q, old, c);
    if (!(q > 0)) return 0;
    c.moved = true;
    c.ratio = std::sqrt(old / q);
    return value / std::sqrt(q / c.t);
  }
  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    T[L] = static_cast<Real>(T[L] * c.ratio);
  }
  static double pace(const Step& c) { return 1 / std::sqrt(c.t); }
  static double multiplier(const Step& c, size_t l) { return std::sqrt(meanInverse(c, l, true)); }
  template <class Real>
  static double accumulate(Real* T, size_t L, double r, double g, const Step& c) {
    const double root = std::sqrt(c.t);
    return AdaptiveRate::accumulate(T, L, r / root, g, c) / root;
  }
};

}  // namespace ol
