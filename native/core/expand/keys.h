// Keys of derived features. Twin: packages/fallback/src/expand/keys.ts
#pragma once

#include <algorithm>
#include <cstdint>

namespace ol::expand {

constexpr uint32_t kGolden = 0x9e3779b1;
constexpr uint32_t kOfBins = 0x2c1b3c6d;
constexpr uint32_t kOfPairs = 0x297a2d39;
constexpr uint32_t kOfTriples = 0x6c8e9cf5;

// Spreads the bits of a number.
constexpr uint32_t mixed(uint32_t h) {
  h = (h ^ (h >> 16)) * 0x85ebca6b;
  h = (h ^ (h >> 13)) * 0xc2b2ae35;
  return h ^ (h >> 16);
}

// The features of a range, and of a cross at one level, have keys one after another: examples then touch few pages of
// a table. The key of the first bin of a feature.
constexpr uint32_t binKey(uint32_t row) { return mixed((row + 1) * kGolden ^ kOfBins); }

// The key of a token: its row, whether it has ranks, and the part of 16 that its rank is in. Only the lower 27
// bits of a row count: rows that differ above them share keys.
constexpr uint32_t tokenKey(uint32_t row, int32_t rank) {
  return row << 5 | (rank < 0 ? 0 : 16 | static_cast<uint32_t>(rank) >> 4);
}

// The features of a cross: by parts of 4 and by parts of 16.
struct CrossKeys {
  uint32_t coarse, fine;
};

// The keys of two tokens, whatever their order.
inline CrossKeys pairKeys(uint32_t a, uint32_t b) {
  const uint32_t low = std::min(a, b), high = std::max(a, b);
  const uint32_t first = mixed((low >> 4) * kGolden ^ high >> 4 ^ kOfPairs);
  return {first + ((low & 12) | (high >> 2 & 3)), first + 16 + ((low & 15) << 4 | (high & 15))};
}

// The keys of three tokens, whatever their order.
inline CrossKeys tripleKeys(uint32_t a, uint32_t b, uint32_t c) {
  // without a branch, which would often be mispredicted
  const uint32_t low = std::min(std::min(a, b), c), high = std::max(std::max(a, b), c), middle = a ^ b ^ c ^ low ^ high;
  const uint32_t first = mixed(mixed((low >> 4) * kGolden ^ middle >> 4) * kGolden ^ high >> 4 ^ kOfTriples);
  return {first + ((low & 12) << 2 | (middle & 12) | (high >> 2 & 3)),
          first + 64 + ((low & 15) << 8 | (middle & 15) << 4 | (high & 15))};
}

}  // namespace ol::expand
