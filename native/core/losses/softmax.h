// The softmax loss, by its columns. Twin: packages/numerics/src/losses/softmax.ts
#pragma once

#include "logistic.h"

namespace ol {

struct Softmax : Logistic {
  static constexpr const char* id = "softmax";
  // whether the engine puts the log odds of the classes in place of their scores
  static constexpr bool coupled = true;
};

}  // namespace ol
