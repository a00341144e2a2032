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

// 2^n for -1022 <= n <= 1023
inline double powerOfTwo(int64_t n) { return fromBits(static_cast<uint64_t>(n + 1023) << 52); }

inline constexpr double kLog2e = 1.4426950408889634;
inline constexpr double kLn2High = 6.931471803691238e-1;
inline constexpr double kLn2Low = 1.9082149292705877e-10;
// Adding and subtracting 1.5 * 2^52 rounds to the nearest whole number, ties to even.
inline constexpr double kToWhole = 6755399441055744.0;

inline double exp(double x) {
  if (!(x < 709.8)) return x != x ? x : std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0;
  const double n = x * kLog2e + kToWhole - kToWhole;
  const double r = x - n * kLn2High - n * kLn2Low;
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double r8 = r4 * r4;
  const double a = 0.5 + r * 0.16666666666666666 + r2 * (0.041666666666666664 + r * 0.008333333333333333);
  const double b = 0.001388888888888889 + r * 0.0001984126984126984 +
                   r2 * (0.0000248015873015873 + r * 0.0000027557319223985893);
  const double d =
      2.755731922398589e-7 + r * 2.505210838544172e-8 + r2 * (2.08767569878681e-9 + r * 1.6059043836821613e-10);
  const double p = 1 + (r + r2 * (a + r4 * b + r8 * d));
  const int64_t whole = static_cast<int64_t>(n);
  const int64_t half = whole >> 1;
  return p * powerOfTwo(half) * powerOfTwo(whole - half);
}

inline double log(double x) {
  if (!(x > 0)) return x == 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  if (x == std::numeric_limits<double>::infinity()) return x;
  int32_t e = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984.0;
    e = -54;
  }
  const uint64_t bits = toBits(x);
  const uint32_t word = static_cast<uint32_t>(bits >> 32);
  e += static_cast<int32_t>(word >> 20) - 1023;
  uint32_t mantissa = (word & 0xfffff) | 0x3ff00000;
  if (mantissa >= 0x3ff6a09f) {
    mantissa -= 0x100000;
    e += 1;
  }
  const double f = fromBits((static_cast<uint64_t>(mantissa) << 32) | (bits & 0xffffffffu)) - 1;
  const double s = f / (2 + f);
  const double z = s * s;
  const double w = z * z;
  const double odd =
      w * (0.4 + w * (0.2222222222222222 + w * (0.15384615384615385 + w * (0.11764705882352941 + w * 0.09523809523809523))));
  const double even =
      z * (0.6666666666666666 +
           w * (0.2857142857142857 + w * (0.18181818181818182 + w * (0.13333333333333333 + w * 0.10526315789473684))));
  const double square = 0.5 * f * f;
  const double ed = e;
  return ed * kLn2High - (square - (s * (square + (even + odd)) + ed * kLn2Low) - f);
}

inline double log1p(double x) {
  const double u = 1 + x;
  if (u == 1) return x;
  const double v = log(u);
  return v == std::numeric_limits<double>::infinity() ? v : (v * x) / (u - 1);
}

}  // namespace ol
