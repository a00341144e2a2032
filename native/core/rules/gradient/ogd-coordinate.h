// Gradient descent with a rate for each coordinate. Twin: packages/fallback/src/rules/gradient/ogd-coordinate.ts
#pragma once

#include "../../projections/box.h"
#include "../parts.h"

namespace ol {

struct OgdCoordinate : Rule, LastPresent, PlainWeight {
  static constexpr const char* id = "ogd-coordinate";
  static constexpr int code = 21;
  static constexpr int lane = 2, shared = 1, params = 4;
  static constexpr bool hasPrepare = true, hasDecide = true, eager = true;

  static void round(double& w, double& q, double g, const Step& c, size_t l) {
    q += g * g;
    if (!(q > 0)) return;
    const double lower = c.param(2, l), upper = c.param(3, l);
    w = boxed(w - (c.param(0, l) * (upper - lower) * g) / std::sqrt(2 * q), lower, upper);
  }

  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t l) {
    const double l2 = c.param(1, l);
    if (l2 == 0 || T[0] == 0) return;
    double w = T[0];
    double q = static_cast<double>(T[L]) * T[L];
    for (double i = 0; i < c.missed && w != 0; i++) round(w, q, l2 * w, c, l);
    T[0] = static_cast<Real>(w);
    T[L] = static_cast<Real>(std::sqrt(q));
  }
  static void decide(Step& c, size_t l) {
    if (c.g == 0 && c.param(1, l) == 0) c.u = 0;
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    double w = T[0];
    double q = static_cast<double>(T[L]) * T[L];
    round(w, q, c.g * r + c.param(1, l) * w, c, l);
    T[0] = static_cast<Real>(w);
    T[L] = static_cast<Real>(std::sqrt(q));
  }
};

}  // namespace ol
