// sNAG, the full reading. Twin: packages/fallback/src/rules/snag.ts
#pragma once

#include "parts.h"

namespace ol {

struct Snag : PlainWeight, ConstantStep {
  static constexpr const char* id = "snag";
  static constexpr int lane = 2, shared = 1, scalars = 1, params = 1;
  static bool settled(const double*, double) { return false; }
  static double scale(double* S, double x, Step& c) {
    const double old = S[0];
    const double q = old + c.h * (x * x);
    S[0] = q;
    if (!(q > 0)) return 0;
    c.ratio = std::sqrt(old / q);
    return x / std::sqrt(q / c.t);
  }
  template <class Real>
  static void rescale(Real* T, size_t L, const Step& c) {
    T[L] = static_cast<Real>(T[L] * c.ratio);
  }
  static double multiplier(const Step& c) { return c.N > 0 ? std::sqrt(c.t / c.N) : 0; }
  template <class Real>
  static double accumulate(Real* T, size_t L, double r, const Step& c) {
    const double root = std::sqrt(c.t);
    return AdaptiveRate::accumulate(T, L, r / root, c) / root;
  }
};

}  // namespace ol
