// Perceptron. Twin: packages/fallback/src/rules/margin/perceptron.ts
#pragma once

#include "margin.h"

namespace ol {

struct PerceptronRule : Rule, OwnUnit, PlainWeight, AlongX {
  static constexpr const char* id = "perceptron";
  static constexpr int code = 56;
  static constexpr int lane = 1;
  static constexpr bool hasDecide = true;
  static void decide(Step& c, size_t) { onMistake(c); }
};

}  // namespace ol
