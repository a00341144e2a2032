// OL's own exp: the C library's differs in the last bit from JavaScript's. Twin: packages/numerics/src/math/exp.ts
#pragma once

#include <limits>

#include "bits.h"

namespace ol {

inline constexpr double kLog2e = 1.4426950408889634;
inline constexpr double kLn2High = 6.931471803691238e-1;
inline constexpr double kLn2Low = 1.9082149292705877e-10;
// Adding and subtracting 1.5 * 2^52 rounds to the nearest whole number, ties to even.
inline constexpr double kToWhole = 6755399441055744.0;

// exp of the remainder of a number modulo ln 2.
inline double expOfRest(double r) {
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double r8 = r4 * r4;
  const double a = 0.5 + r * 0.16666666666666666 + r2 * (0.041666666666666664 + r * 0.008333333333333333);
  const double b =
      0.001388888888888889 + r * 0.0001984126984126984 + r2 * (0.0000248015873015873 + r * 0.0000027557319223985893);
  const double d =
      2.755731922398589e-7 + r * 2.505210838544172e-8 + r2 * (2.08767569878681e-9 + r * 1.6059043836821613e-10);
  return 1 + (r + r2 * (a + r4 * b + r8 * d));
}

// Without branches, so that loops over lanes vectorize: the special cases are selected at the end.
inline double exp(double x) {
  const double m = x < 709.8 ? (x < -745.2 ? -745.2 : x) : 709.8;
  const double n = m * kLog2e + kToWhole - kToWhole;
  const double p = expOfRest(m - n * kLn2High - n * kLn2Low);
  // the first factor is exact, so any split of n gives the same bits
  const double half = n * 0.5 + kToWhole - kToWhole;
  const double e = p * powerOfTwo(half) * powerOfTwo(n - half);
  const double low = x < -745.2 ? 0 : e;
  const double high = x < 709.8 ? low : std::numeric_limits<double>::infinity();
  return x != x ? x : high;
}

// exp of |x| <= 700, whose result needs no special cases; NaN: it is NaN.
inline double expNear(double x) {
  const double n = x * kLog2e + kToWhole - kToWhole;
  return expOfRest(x - n * kLn2High - n * kLn2Low) * powerOfTwo(n);
}

// `expNear` of x and of -x.
inline void expBothWays(double x, double& up, double& down) {
  const double n = x * kLog2e + kToWhole - kToWhole;
  const double r = x - n * kLn2High - n * kLn2Low;
  up = expOfRest(r) * powerOfTwo(n);
  down = expOfRest(-r) * powerOfTwo(-n);
}

}  // namespace ol
