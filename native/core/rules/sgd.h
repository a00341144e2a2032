// Stochastic gradient descent. Twin: packages/fallback/src/rules/sgd.ts
#pragma once

#include "parts.h"

namespace ol {

struct Sgd : OwnUnit, PlainWeight, UnitRate, DecayingStep {
  static constexpr const char* id = "sgd";
  static constexpr int lane = 1, shared = 0, scalars = 0, params = 2;
};

}  // namespace ol
