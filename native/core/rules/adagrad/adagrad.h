// AdaGrad, diagonal, without projection. Twin: packages/fallback/src/rules/adagrad/adagrad.ts
#pragma once

#include "../parts.h"

namespace ol {

struct AdaGrad : Rule, OwnUnit, PlainWeight, AdaptiveRate, ConstantStep {
  static constexpr const char* id = "adagrad";
  static constexpr int code = 3;
  static constexpr int lane = 2, params = 1;
  static constexpr bool hasAccumulate = true, hasStepSize = true, hasSteadyScale = true;
};

}  // namespace ol
