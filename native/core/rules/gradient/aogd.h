// Adaptive online gradient descent. Twin: packages/fallback/src/rules/gradient/aogd.ts
#pragma once

#include "../../projections/box.h"
#include "../parts.h"

namespace ol {

struct Aogd : Rule, LastPresent, PlainWeight {
  static constexpr const char* id = "aogd";
  static constexpr int code = 22;
  static constexpr int lane = 2, shared = 1, params = 2;
  static constexpr bool hasPrepare = true, hasDecide = true, eager = true;

  static void round(double& w, double& lambdas, double t, double gx, const Step& c, size_t l) {
    const double D = c.param(0, l), H = c.param(1, l);
    const double g = gx + H * w;
    const double A = H * t + lambdas;
    const double extra = (8 * g * g) / (3 * D * D);
    if (extra > 0) {
      const double lambda = extra / (2 * (std::sqrt(A * A + extra) + A));
      lambdas += lambda;
      w = boxed(w - (g + lambda * w) / (A + lambda), -D, D);
    }
  }

  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t l) {
    if (c.param(1, l) == 0 || T[0] == 0) return;
    double w = T[0], lambdas = T[L];
    const double first = c.round - c.missed;
    for (double i = 0; i < c.missed && w != 0; i++) round(w, lambdas, first + i, 0, c, l);
    T[0] = static_cast<Real>(w);
    T[L] = static_cast<Real>(lambdas);
  }
  static void decide(Step& c, size_t l) {
    if (c.g == 0 && c.param(1, l) == 0) c.u = 0;
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    double w = T[0], lambdas = T[L];
    round(w, lambdas, c.round, c.g * r, c, l);
    T[0] = static_cast<Real>(w);
    T[L] = static_cast<Real>(lambdas);
  }
};

}  // namespace ol
