// The outputs of a mixture, as scores and losses. Twin: packages/spec/src/mixing.ts, which describes the arrays.
#pragma once

#include <cstddef>

namespace ol {

struct MixedExamples {
  const double* out;
  bool numbers;  // a number for each; otherwise two probabilities
  const double* labels;
};

// See Backend.finalize. Twin: packages/fallback/src/mixture/finalize.ts.
void finalize(int loss, double param, const MixedExamples& mixed, size_t size, double* predictions, double* losses);

}  // namespace ol
