// exp, log and log1p of our own: the C library's differ in the last bit from JavaScript's and from each other.
// Twin: packages/fallback/src/math, the same operations in the same order.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace ol {

inline double fromBits(uint64_t bits) {
  double x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

inline uint64_t toBits(double x) {
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

// 2^n for a whole number -1022 <= n <= 1023: adding 2^52 leaves n in the low bits. Without a conversion to an integer,
// so that loops over lanes vectorize on every tier.
inline double powerOfTwo(double n) { return fromBits(toBits(n + (1023 + 4503599627370496.0)) << 52); }

inline constexpr double kLog2e = 1.4426950408889634;
inline constexpr double kLn2High = 6.931471803691238e-1;
inline constexpr double kLn2Low = 1.9082149292705877e-10;
// Adding and subtracting 1.5 * 2^52 rounds to the nearest whole number, ties to even.
inline constexpr double kToWhole = 6755399441055744.0;

// Written without branches, for the same reason: the special cases are chosen at the end.
inline double exp(double x) {
  const double m = x < 709.8 ? (x < -745.2 ? -745.2 : x) : 709.8;
  const double n = m * kLog2e + kToWhole - kToWhole;
  const double r = m - n * kLn2High - n * kLn2Low;
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double r8 = r4 * r4;
  const double a = 0.5 + r * 0.16666666666666666 + r2 * (0.041666666666666664 + r * 0.008333333333333333);
  const double b =
      0.001388888888888889 + r * 0.0001984126984126984 + r2 * (0.0000248015873015873 + r * 0.0000027557319223985893);
  const double d =
      2.755731922398589e-7 + r * 2.505210838544172e-8 + r2 * (2.08767569878681e-9 + r * 1.6059043836821613e-10);
  const double p = 1 + (r + r2 * (a + r4 * b + r8 * d));
  // the first factor is exact, so that any split of n gives the same bits
  const double half = n * 0.5 + kToWhole - kToWhole;
  const double e = p * powerOfTwo(half) * powerOfTwo(n - half);
  const double low = x < -745.2 ? 0 : e;
  const double high = x < 709.8 ? low : std::numeric_limits<double>::infinity();
  return x != x ? x : high;
}

inline double log(double x) {
  const bool denormal = x < 2.2250738585072014e-308;
  const uint64_t bits = toBits(denormal ? x * 18014398509481984.0 : x);
  const uint64_t fraction = (bits & 0x000fffffffffffffu) | 0x3ff0000000000000u;
  const bool above = fraction >= 0x3ff6a09f00000000u;
  const double f = fromBits(above ? fraction - 0x0010000000000000u : fraction) - 1;
  // the exponent as a double: 2^52 + exponent has it in its low bits
  const double e = fromBits((bits >> 52) | 0x4330000000000000u) - 4503599627370496.0 -
                   (above ? (denormal ? 1076.0 : 1022.0) : (denormal ? 1077.0 : 1023.0));
  const double s = f / (2 + f);
  const double z = s * s;
  const double w = z * z;
  const double odd = w * (0.4 + w * (0.2222222222222222 +
                                     w * (0.15384615384615385 + w * (0.11764705882352941 + w * 0.09523809523809523))));
  const double even =
      z * (0.6666666666666666 +
           w * (0.2857142857142857 + w * (0.18181818181818182 + w * (0.13333333333333333 + w * 0.10526315789473684))));
  const double square = 0.5 * f * f;
  const double v = e * kLn2High - (square - (s * (square + (even + odd)) + e * kLn2Low) - f);
  const double special = x == 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  const double finite = x > 0 ? v : special;
  return x == std::numeric_limits<double>::infinity() ? x : finite;
}

inline double log1p(double x) {
  const double u = 1 + x;
  const double v = log(u);
  const double near = u == 1 ? x : (v * x) / (u - 1);
  return v == std::numeric_limits<double>::infinity() ? v : near;
}

inline double power(double x, double a) {
  if (a == 0) return 1;
  if (a == 1) return x;
  if (a == 2) return x * x;
  return x > 0 ? exp(a * log(x)) : 0;
}

}  // namespace ol
