// Mirror descent for a strongly convex regularizer. Twin:
// packages/fallback/src/rules/mirror-descent/omd-strongly-convex.ts
#pragma once

#include "../parts.h"

namespace ol {

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
