// The losses, by their codes in the table of losses. Twin: packages/numerics/src/losses/index.ts
#pragma once

#include "absolute.h"
#include "half-squared.h"
#include "hinge.h"
#include "logistic.h"
#include "loss.h"
#include "perceptron.h"
#include "poisson.h"
#include "quantile.h"
#include "squared.h"

namespace ol {

template <class... L>
struct LossList {
  static constexpr int count = sizeof...(L);
  static constexpr Loss table[] = {lossOf<L>()...};
  // Calls visit(loss) for each.
  template <class Visit>
  static void each(Visit&& visit) {
    (visit(L{}), ...);
  }
};

// in the order of their codes in the table of losses
using Losses = LossList<Squared, Logistic, Hinge, Absolute, Quantile, HalfSquared, Perceptron, Poisson>;

}  // namespace ol
