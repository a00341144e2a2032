// PA-X, the improved passive-aggressive step. Twin: packages/fallback/src/rules/margin/pax.ts
#pragma once

#include "pnorm-perceptron.h"

namespace ol {

struct Pax : Rule, OwnUnit, PlainWeight, AlongX {
  static constexpr const char* id = "pax";
  static constexpr int code = 61;
  static constexpr int lane = 1, scalars = 1;
  static constexpr bool eager = true, hasObserve = true, hasFits = true, hasDecide = true;
  static void observe(Step& c) {
    if (c.squares > c.scalar(0)) c.scalar(0) = c.squares;
  }
  static void decide(Step& c, size_t) { improved(c, c.squares, 1); }
  static bool fits(Step& c, size_t l) {
    decide(c, l);
    return fitsAlong(c);
  }
};

struct PaxPnorm : Rule, PnormWeight {
  static constexpr const char* id = "pax-pnorm";
  static constexpr int code = 62;
  static constexpr int lane = 1, scalars = 1, laneScalars = 2, params = 1;
  static constexpr bool eager = true, hasBegin = true, hasSize = true, hasObserve = true, hasScore = true;
  static constexpr bool hasFits = true, hasDecide = true, hasFinish = true;
  template <class Real>
  static void begin(const Table&, Step& c) {
    startNorm(c);
  }
  static double size(double r, Step& c) {
    addToNorm(r, c, dualNorm(c, 0));
    return 0;
  }
  static void observe(Step& c) {
    const double norm = normOf(c, dualNorm(c, 0));
    c.squares = norm * norm;
    if (c.squares > c.scalar(0)) c.scalar(0) = c.squares;
  }
  static void decide(Step& c, size_t l) { improved(c, c.squares, c.param(0, l) - 1); }
  static bool fits(Step& c, size_t l) {
    decide(c, l);
    return fitsAlong(c);
  }
};

}  // namespace ol
