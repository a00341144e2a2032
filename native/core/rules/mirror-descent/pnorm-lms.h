// p-norm LMS. Twin: packages/fallback/src/rules/mirror-descent/pnorm-lms.ts
#pragma once

#include "../pnorm.h"

namespace ol {

struct PnormLms : Rule, OwnUnit {
  static constexpr const char* id = "pnorm-lms";
  static constexpr int code = 55;
  static constexpr int lane = 1, scalars = 1, laneScalars = 2, params = 1;
  static constexpr bool hasBegin = true, hasSize = true, hasObserve = true, hasScore = true;
  static constexpr bool hasDecide = true, hasFinish = true;
  template <class Real>
  static void begin(const Table&, Step& c) {
    startNorm(c);
  }
  static double size(double r, Step& c) {
    addToNorm(r, c, c.param(0, 0));
    return 0;
  }
  static void observe(Step& c) {
    const double norm = normOf(c, c.param(0, 0));
    if (norm > c.scalar(0)) c.scalar(0) = norm;
  }
  template <class Real>
  static double read(const Real* T, size_t, const Step& c, size_t l) {
    return link(T, c, l, c.param(0, l));
  }
  static double score(double z, const Step& c, size_t l) {
    const double X = c.scalar(0);
    const double p = c.param(0, l);
    return X > 0 ? linked(z, c, l, p) / X / X / (p - 1) : 0;
  }
  static void decide(Step& c, size_t) { c.u = (c.y - c.z) * c.h; }
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t l) {
    moveTo(T, T[0] + c.u * r, c, l, c.param(0, l));
  }
  template <class Real>
  static void finish(const Table& table, Step& c, size_t l) {
    keepSum<Real>(table, c, l, c.param(0, l));
  }
};

}  // namespace ol
