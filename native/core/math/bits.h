// Doubles as bits.
#pragma once

#include <cstdint>
#include <cstring>

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

}  // namespace ol
