// NAG with another power. Twin: packages/fallback/src/rules/normalized/nag-power.ts
#pragma once

#include "../../math/power.h"
#include "../parts.h"

namespace ol {

struct NagPower : Rule, MaximumUnit, PlainWeight, ConstantStep {
  static constexpr const char* id = "nag-power";
  static constexpr int code = 96;
  static constexpr int lane = 2, shared = 1, laneScalars = 1, params = 4;
  static constexpr bool hasPrepare = true, hasMultiplier = true, hasAccumulate = true;
  static constexpr bool hasStepSize = true, hasSteadyScale = true;
  static double powerT(const Step& c) { return c.params[2 * c.lanes]; }
  static double initialT(const Step& c) { return c.params[3 * c.lanes]; }
  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    T[L] = static_cast<Real>(T[L] * c.ratio);
    if (!(c.ratio > 0)) return;
    const double v = T[0] * power(c.ratio, 1 - 2 * powerT(c));
    T[0] = static_cast<Real>(v > c.limit ? c.limit : v < -c.limit ? -c.limit : v);
  }
  static double multiplier(const Step& c, size_t l) {
    const double start = initialT(c);
    const double inverse = meanInverse(c, l, c.param(1, l) == 0);
    const double N = c.laneScalar(0, l) + start;
    const double mean = start == 0 ? inverse : (c.t + start) / N;
    return power(mean, 1 - powerT(c));
  }
  template <class Real>
  static double accumulate(Real* T, size_t L, double r, double g, const Step& c) {
    AdaptiveRate::accumulate(T, L, r, g, c);
    const double norm = T[L];
    const double G = norm * norm + initialT(c);
    return G > 0 ? power(G, -powerT(c)) : 0;
  }
};

}  // namespace ol
