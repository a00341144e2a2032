// The weighted L1 ball in a diagonal metric. Twin: packages/numerics/src/projections/l1.ts
#pragma once

#include <cstddef>

namespace ol {

inline double l1Multiplier(const double* y, const double* d, size_t n, double radius) {
  double whole = 0;
  for (size_t i = 0; i < n; i++) whole += y[i];
  if (!(whole > radius)) return 0;
  double lambda = 0;
  for (;;) {
    double sum = 0, slope = 0;
    for (size_t i = 0; i < n; i++) {
      if (y[i] > lambda * d[i]) {
        sum += y[i];
        slope += d[i];
      }
    }
    const double next = (sum - radius) / slope;
    if (!(next > lambda)) return lambda;
    lambda = next;
  }
}

}  // namespace ol
