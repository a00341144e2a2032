// AdaGrad, diagonal, without projection. Twin: packages/fallback/src/rules/adagrad.ts
#pragma once

#include "parts.h"

namespace ol {

struct AdaGrad : OwnUnit, PlainWeight, AdaptiveRate, ConstantStep {
  static constexpr const char* id = "adagrad";
  static constexpr int lane = 2, shared = 0, scalars = 0, params = 1;
};

}  // namespace ol
