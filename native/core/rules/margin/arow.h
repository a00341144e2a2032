// AROW, diagonal. Twin: packages/fallback/src/rules/margin/arow.ts
#pragma once

#include "margin.h"

namespace ol {

struct Arow : Rule, OwnUnit, PlainWeight {
  static constexpr const char* id = "arow";
  static constexpr int code = 64;
  static constexpr int lane = 2, params = 2;
  static constexpr bool eager = true, hasGather = true, hasFits = true, hasDecide = true;
  template <class Real>
  static double gather(const Real* T, size_t L, double r, const Step&, size_t) {
    const double s = T[L];
    return (r * r) / (1 + s * s);
  }
  static void decide(Step& c, size_t l) {
    const double error = 1 - c.y * c.z;
    c.v = c.a;
    c.u = error > 0 ? (c.y * error) / (c.a + c.param(0, l) / c.h) : 0;
  }
  static bool fits(Step& c, size_t l) {
    decide(c, l);
    return c.u == 0 || (fitsAlong(c) && c.largest * std::sqrt(c.h / c.param(0, l)) <= c.limit);
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    const double s = T[L];
    const double precision = 1 + s * s;
    T[0] = static_cast<Real>(T[0] + (c.u * r) / precision);
    double noise = c.param(0, l) / c.h;
    if (c.param(1, l) != 0) {
      const double others = c.v - (r * r) / precision;
      if (others > 0) noise += others;
    }
    T[L] = static_cast<Real>(std::sqrt(s * s + (r * r) / noise));
  }
};

}  // namespace ol
