// Classifiers with a variance per weight. Twins: packages/fallback/src/rules/margin/{second-order,arow,cw}.ts
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
