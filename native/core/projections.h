// Projections in a diagonal metric. Twin: packages/fallback/src/projections, which says what each function means.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

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

inline double boxed(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

// Working memory, one set per thread.
struct Room {
  std::vector<double> y, d;
  std::vector<uint32_t> rows;
  static Room& of(size_t n) {
    static thread_local Room room;
    if (room.y.size() < n) {
      room.y.resize(n);
      room.d.resize(n);
      room.rows.resize(n);
    }
    return room;
  }
};

}  // namespace ol
