// AdaGrad on features over their root mean square. Twin: packages/fallback/src/rules/normalized/snag-meansquare.ts
#pragma once

#include "snag.h"

namespace ol {

struct SnagMeanSquare : Rule, PlainWeight, AdaptiveRate, ConstantStep {
  static constexpr const char* id = "snag-meansquare";
  static constexpr int code = 11;
  static constexpr int lane = 2, shared = 1, params = 1;
  static constexpr bool hasAccumulate = true, hasStepSize = true, fadesSquares = true, fadesNorm = true;
  static bool settled(const double* S, double x) { return Snag::settled(S, x); }
  static double scale(double* S, double x, Step& c) { return Snag::scale(S, x, c); }
};

}  // namespace ol
