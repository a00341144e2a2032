// Stochastic gradient descent. Twin: packages/fallback/src/rules/gradient/sgd.ts
#pragma once

#include "../parts.h"

namespace ol {

struct Sgd : Rule, OwnUnit, PlainWeight, UnitRate, DecayingStep {
  static constexpr const char* id = "sgd";
  static constexpr int code = 4;
  static constexpr int lane = 1, params = 2;
  static constexpr bool hasAccumulate = true, hasStepSize = true, hasSteadyScale = true;
};

}  // namespace ol
