// A mixture of numbers by the squared errors of lanes. Twin: packages/fallback/src/mixture/mix-errors.ts
#pragma once

#include <cstddef>

#include "mix.h"

namespace ol {

struct ErrorMixingPlan {
  size_t lanes;
  double kept;
  // null: all equal
  const double* prior;
};

struct ErrorMixingState {
  double *errors, *sums, *weights;
  // null: there is no trial
  const double* skipped;
  double* trial;
};

// See Backend.mixErrors.
void mixErrors(const ErrorMixingPlan& plan, const ErrorMixingState& state, const MixingTurns& turns, double* out);

}  // namespace ol
