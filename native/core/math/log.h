// OL's own log and log1p: the C library's differ in the last bit from JavaScript's. Twin:
// packages/numerics/src/math/log.ts
#pragma once

#include <limits>

#include "exp.h"

namespace ol {

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

}  // namespace ol
