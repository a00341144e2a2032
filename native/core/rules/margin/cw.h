// CW, variance form, diagonal. Twin: packages/fallback/src/rules/margin/cw.ts
#pragma once

#include "../parts.h"

namespace ol {

inline double confidentStep(double m, double V, double phi) {
  if (!(V > 0) || !(m < phi * V)) return 0;
  const double b = 1 + 2 * phi * m;
  const double less = 1 - 2 * phi * m;
  const double root = std::sqrt(less * less + 8 * phi * phi * V);
  return b > 0 ? (2 * (phi * V - m)) / (V * (b + root)) : (root - b) / (4 * phi * V);
}

struct Cw : Rule, OwnUnit, PlainWeight {
  static constexpr const char* id = "cw";
  static constexpr int code = 66;
  static constexpr int lane = 2, params = 2;
  static constexpr bool eager = true, hasGather = true, hasFits = true, hasDecide = true;
  template <class Real>
  static double gather(const Real* T, size_t L, double r, const Step& c, size_t l) {
    const double s = T[L];
    return (r * r) / (1 / c.param(1, l) + s * s);
  }
  static void decide(Step& c, size_t l) {
    const double alpha = confidentStep(c.y * c.z, c.a, c.param(0, l));
    c.u = alpha * c.y;
    c.v = 2 * alpha * c.param(0, l);
  }
  static bool fits(Step& c, size_t l) {
    decide(c, l);
    const double step = (c.u < 0 ? -c.u : c.u) * c.param(1, l);
    return step * c.largest <= c.limit && std::sqrt(c.v) * c.largest <= c.limit;
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    const double s = T[L];
    T[0] = static_cast<Real>(T[0] + (c.u * r) / (1 / c.param(1, l) + s * s));
    T[L] = static_cast<Real>(std::sqrt(s * s + c.v * (r * r)));
  }
};

}  // namespace ol
