// p-norm Perceptron. Twin: packages/fallback/src/rules/margin/pnorm-perceptron.ts
#pragma once

#include "../pnorm.h"
#include "margin.h"

namespace ol {

struct PnormWeight : OwnUnit {
  static double dualNorm(const Step& c, size_t l) { return c.param(0, l) / (c.param(0, l) - 1); }
  template <class Real>
  static double read(const Real* T, size_t, const Step& c, size_t l) {
    return link(T, c, l, dualNorm(c, l));
  }
  static double score(double z, const Step& c, size_t l) { return linked(z, c, l, dualNorm(c, l)); }
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t l) {
    moveTo(T, T[0] + c.u * r, c, l, dualNorm(c, l));
  }
  template <class Real>
  static void finish(const Table& table, Step& c, size_t l) {
    keepSum<Real>(table, c, l, dualNorm(c, l));
  }
};

struct PnormPerceptron : Rule, PnormWeight {
  static constexpr const char* id = "pnorm-perceptron";
  static constexpr int code = 57;
  static constexpr int lane = 1, laneScalars = 2, params = 1;
  static constexpr bool hasScore = true, hasDecide = true, hasFinish = true;
  static void decide(Step& c, size_t) { onMistake(c); }
};

}  // namespace ol
