// Adaptive online gradient descent. Twin: packages/fallback/src/rules/gradient/aogd.ts
#pragma once

#include "../../projections/box.h"
#include "../parts.h"

namespace ol {

struct Aogd : Rule, LastPresent, PlainWeight {
  static constexpr const char* id = "aogd";
  static constexpr int code = 22;
  static constexpr int lane = 2, shared = 2, params = 2;
  static constexpr bool hasPrepare = true, hasDecide = true, eager = true, grouped = true;

  static double convexity(const Step& c, size_t l) { return c.param(1, l) * groupFactor(c, c.group); }
  static void round(double& w, double& lambdas, double t, double gx, double D, double H) {
    const double g = gx + H * w;
    const double A = H * t + lambdas;
    const double extra = (8 * g * g) / (3 * D * D);
    if (extra > 0) {
      const double lambda = extra / (2 * (std::sqrt(A * A + extra) + A));
      lambdas += lambda;
      w = boxed(w - (g + lambda * w) / (A + lambda), -D, D);
    }
  }

  static double scale(double* S, double x, Step& c) {
    keepGroup(S[1], c);
    return LastPresent::scale(S, x, c);
  }
  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t l) {
    const double H = convexity(c, l);
    if (H == 0 || T[0] == 0) return;
    double w = T[0], lambdas = T[L];
    const double first = c.round - c.missed;
    for (double i = 0; i < c.missed && w != 0; i++) round(w, lambdas, first + i, 0, c.param(0, l), H);
    T[0] = static_cast<Real>(w);
    T[L] = static_cast<Real>(lambdas);
  }
  static void decide(Step& c, size_t l) {
    if (c.g == 0 && c.param(1, l) == 0) c.u = 0;
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    double w = T[0], lambdas = T[L];
    round(w, lambdas, c.round, c.g * r, c.param(0, l), convexity(c, l));
    T[0] = static_cast<Real>(w);
    T[L] = static_cast<Real>(lambdas);
  }
};

}  // namespace ol
