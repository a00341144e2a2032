// Mirror descent with lazily applied regularizers. Twins:
// packages/fallback/src/rules/mirror-descent/{shrink,omd-l1,rda, omd-strongly-convex}.ts
#pragma once

#include "../parts.h"

namespace ol {

inline double shrink(double x, double by) {
  const double size = (x < 0 ? -x : x) - by;
  if (!(size > 0)) return 0;
  return x < 0 ? -size : size;
}

struct OmdL1 : Rule, OwnUnit, ConstantStep {
  static constexpr const char* id = "omd-l1";
  static constexpr int code = 50;
  static constexpr int lane = 1, params = 2;
  static constexpr bool hasStepSize = true;
  template <class Real>
  static double read(const Real* T, size_t, const Step& c, size_t l) {
    return shrink(T[0], c.param(0, l) * c.round * c.param(1, l)) / std::sqrt(c.round);
  }
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t l) {
    T[0] = static_cast<Real>(T[0] - c.param(0, l) * c.g * r);
  }
};

struct Rda : Rule, OwnUnit {
  static constexpr const char* id = "rda";
  static constexpr int code = 51;
  static constexpr int lane = 1, params = 2;
  template <class Real>
  static double read(const Real* T, size_t, const Step& c, size_t l) {
    const double t = c.round - 1;
    return t > 0 ? -shrink(T[0], t * c.param(1, l)) / (c.param(0, l) * std::sqrt(t)) : 0;
  }
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t) {
    T[0] = static_cast<Real>(T[0] + c.g * r);
  }
};

struct OmdStronglyConvex : Rule, OwnUnit {
  static constexpr const char* id = "omd-strongly-convex";
  static constexpr int code = 52;
  static constexpr int lane = 1, params = 1;
  template <class Real>
  static double read(const Real* T, size_t, const Step& c, size_t l) {
    return T[0] / (c.param(0, l) * c.round);
  }
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t) {
    T[0] = static_cast<Real>(T[0] - c.g * r);
  }
};

}  // namespace ol
