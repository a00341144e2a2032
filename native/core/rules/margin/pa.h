// Passive-aggressive classifiers. Twin: packages/fallback/src/rules/margin/pa.ts
#pragma once

#include "margin.h"

namespace ol {

template <class Variant>
struct PassiveAggressive : Rule, OwnUnit, PlainWeight, AlongX {
  static constexpr int lane = 1;
  static constexpr bool eager = true, hasFits = true, hasDecide = true;
  static void decide(Step& c, size_t l) {
    const double loss = 1 - c.y * c.z;
    c.u = loss > 0 && c.squares > 0 ? Variant::tau(c, l, loss) * c.y : 0;
  }
  static bool fits(Step& c, size_t l) {
    decide(c, l);
    return fitsAlong(c);
  }
};

struct Pa : PassiveAggressive<Pa> {
  static constexpr const char* id = "pa";
  static constexpr int code = 58;
  static double tau(const Step& c, size_t, double loss) { return loss / c.squares; }
};

struct Pa1 : PassiveAggressive<Pa1> {
  static constexpr const char* id = "pa1";
  static constexpr int code = 59, params = 1;
  static double tau(const Step& c, size_t l, double loss) {
    const double most = c.param(0, l) * c.h;
    const double tau = loss / c.squares;
    return tau < most ? tau : most;
  }
};

struct Pa2 : PassiveAggressive<Pa2> {
  static constexpr const char* id = "pa2";
  static constexpr int code = 60, params = 1;
  static double tau(const Step& c, size_t l, double loss) { return loss / (c.squares + 0.5 / (c.param(0, l) * c.h)); }
};

}  // namespace ol
