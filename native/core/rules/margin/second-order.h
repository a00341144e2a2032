// Second-order Perceptron and AROW as mirror descent, diagonal. Twin:
// packages/fallback/src/rules/margin/second-order.ts
#pragma once

#include "margin.h"

namespace ol {

template <class Variant>
struct SecondOrder : Rule {
  static constexpr int lane = 2, params = 1;
  static constexpr bool eager = true, hasFits = true, hasDecide = true;
  static bool fits(Step& c, size_t l) {
    Variant::decide(c, l);
    return c.u == 0 || (fitsAlong(c) && c.largest * std::sqrt(c.h / c.param(0, l)) <= c.limit);
  }
  static bool settled(const double*, double) { return true; }
  static double scale(double*, double x, Step& c) {
    c.x = x;
    return x;
  }
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    const double s = T[L];
    return T[0] / (1 + s * s + (c.x * c.x) / c.param(0, l));
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    T[0] = static_cast<Real>(T[0] + c.u * r);
    const double s = T[L];
    T[L] = static_cast<Real>(std::sqrt(s * s + (c.h * (r * r)) / c.param(0, l)));
  }
};

struct Sop : SecondOrder<Sop> {
  static constexpr const char* id = "sop";
  static constexpr int code = 63;
  static void decide(Step& c, size_t) { onMistake(c); }
};

struct ArowOmd : SecondOrder<ArowOmd> {
  static constexpr const char* id = "arow-omd";
  static constexpr int code = 65;
  static void decide(Step& c, size_t) { onMarginError(c); }
};

}  // namespace ol
