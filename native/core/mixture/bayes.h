// Weights of experts. Twin: packages/fallback/src/mixture/bayes.ts
#pragma once

#include <cstddef>
#include <limits>

#include "../math/exp.h"

namespace ol {

// The smallest sum of weights with which a mean is computed: much smaller doubles have few digits, and their
// products have none.
inline constexpr double kLeastTotal = 1e-280;

inline double largestOf(const double* x, size_t count) {
  double largest = -std::numeric_limits<double>::infinity();
  for (size_t j = 0; j < count; j++)
    if (x[j] > largest) largest = x[j];
  return largest;
}

// Makes numbers sum to 1.
inline void normalize(double* x, size_t count) {
  double sum = 0;
  for (size_t j = 0; j < count; j++) sum += x[j];
  for (size_t j = 0; j < count; j++) x[j] /= sum;
}

// Fills the weights of a few experts, which sum to 1, from the logarithms of their likelihoods.
inline void bayesWeights(const double* logs, size_t count, double* out) {
  const double largest = largestOf(logs, count);
  for (size_t j = 0; j < count; j++) out[j] = exp(logs[j] - largest);
  normalize(out, count);
}

}  // namespace ol
