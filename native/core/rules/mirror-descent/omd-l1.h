// Composite mirror descent with an L1 norm. Twin: packages/fallback/src/rules/mirror-descent/omd-l1.ts
#pragma once

#include "../parts.h"
#include "shrink.h"

namespace ol {

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

}  // namespace ol
