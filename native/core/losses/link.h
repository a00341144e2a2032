// Functions from a score to a prediction. Twin: packages/numerics/src/losses/link.ts
#pragma once

#include "../math/exp.h"

namespace ol {

// In the order of linkCodes (packages/spec/src/validating.ts).
enum class Link { identity, logistic, glf1, exp };

inline double predictionOf(Link link, double score) {
  switch (link) {
    case Link::logistic:
      return 1 / (1 + exp(-score));
    case Link::glf1:
      return 2 / (1 + exp(-score)) - 1;
    case Link::exp:
      return exp(score);
    default:
      return score;
  }
}

}  // namespace ol
