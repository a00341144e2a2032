// The weighted L2 ball in a diagonal metric. Twin: packages/numerics/src/projections/l2.ts
#pragma once

#include <cmath>
#include <cstddef>

namespace ol {

inline double l2Multiplier(const double* y, const double* d, size_t n, double radius) {
  double nu = 0;
  for (int pass = 0; pass < 100; pass++) {
    double squares = 0, slope = 0;
    for (size_t i = 0; i < n; i++) {
      const double shrink = 1 + nu * d[i];
      const double p = y[i] / shrink;
      squares += p * p;
      slope += (p * p * d[i]) / shrink;
    }
    const double next = nu + (std::sqrt(squares) / radius - 1) * (squares / slope);
    if (!(next > nu)) return nu;
    nu = next;
  }
  return nu;
}

}  // namespace ol
