// The scale invariant p-norm algorithm. Twin: packages/fallback/src/rules/mirror-descent/scale-invariant-pnorm.ts
#pragma once

#include "../pnorm.h"

namespace ol {

struct ScaleInvariantPnorm : Rule, MaximumUnit, ConstantStep {
  static constexpr const char* id = "scale-invariant-pnorm";
  static constexpr int code = 53;
  static constexpr int lane = 1, shared = 1, scalars = 2, laneScalars = 3, params = 3;
  static constexpr bool hasBegin = true, hasPrepare = true, hasSize = true, hasReduce = true, hasScore = true;
  static constexpr bool hasStepSize = true, hasDecide = true, hasFinish = true;
  static double exponent(const Step& c) { return c.scalar(1); }
  template <class Real>
  static void begin(const Table& table, Step& c) {
    if (c.nonzero > c.scalar(0)) c.scalar(0) = c.nonzero;
    const double twice = c.scalar(0) > 0 ? 2 * log(c.scalar(0)) : 0;
    const double p = twice > 2 ? twice : 2;
    if (p == c.scalar(1)) return;
    c.scalar(1) = p;
    for (size_t l = 0; l < c.lanes; l++)
      if (c.laneScalar(0, l) > 0) sumPowers<Real>(table, c, l, p);
  }
  template <class Real>
  static void prepare(Real* T, size_t, double, const Step& c, size_t l) {
    if (T[0] != 0) moveTo(T, T[0] * c.ratio, c, l, exponent(c));
  }
  template <class Real>
  static double read(const Real* T, size_t, const Step& c, size_t l) {
    return link(T, c, l, exponent(c));
  }
  static double size(double r, const Step& c) { return power(r < 0 ? -r : r, exponent(c)); }
  template <class Real, class Whole>
  static void reduce(const Whole& whole, Step& c) {
    for (size_t l = 0; l < c.lanes; l++)
      if (faded(c, l)) sumPowers<Real>(whole(), c, l, exponent(c));
  }
  static double score(double z, const Step& c, size_t l) {
    const double p = exponent(c);
    const double L = c.param(1, l);
    const double w = linked(z, c, l, p) / std::sqrt(2.718281828459045 * L * L * (p - 1) + c.laneScalar(2, l));
    return c.param(2, l) == 0 ? w : w / (p - 1);
  }
  static void decide(Step& c, size_t l) {
    const double p = exponent(c);
    c.laneScalar(2, l) += (p - 1) * c.g * c.g * power(c.squares, 2 / p);
  }
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t l) {
    moveTo(T, T[0] - c.param(0, l) * c.g * r, c, l, exponent(c));
  }
  template <class Real>
  static void finish(const Table& table, Step& c, size_t l) {
    keepSum<Real>(table, c, l, exponent(c));
  }
};

}  // namespace ol
