// Scale invariant AdaGrad. Twin: packages/fallback/src/rules/mirror-descent/scale-invariant-adagrad.ts
#pragma once

#include "../parts.h"

namespace ol {

struct ScaleInvariantAdagrad : Rule, MaximumUnit, ConstantStep {
  static constexpr const char* id = "scale-invariant-adagrad";
  static constexpr int code = 54;
  static constexpr int lane = 2, shared = 1, laneScalars = 1, params = 3;
  static constexpr bool hasPrepare = true, hasScore = true, hasStepSize = true;
  template <class Real>
  static void prepare(Real* T, size_t, double, const Step& c, size_t) {
    T[0] = static_cast<Real>(T[0] * c.ratio);
  }
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    const double lipschitz = c.param(1, l);
    const double norm = T[L];
    return T[0] / std::sqrt(lipschitz * lipschitz + norm * norm);
  }
  static double score(double z, const Step& c, size_t l) {
    const double given = c.param(2, l);
    const double d = given > 0 ? given : c.laneScalar(0, l);
    return d > 1 ? z / std::sqrt(d) : z;
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    const double gr = c.g * r;
    const double old = T[L];
    T[0] = static_cast<Real>(T[0] - c.param(0, l) * gr);
    T[L] = static_cast<Real>(std::sqrt(old * old + gr * gr));
    if (old == 0 && T[L] > 0) c.laneScalar(0, l) += 1;
  }
};

}  // namespace ol
