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

// The contribution of a part of a range to keys, the same for all features: `level` 0 is the feature itself.
constexpr uint32_t partKey(uint32_t level, uint32_t part) { return mixed(level << 8 | part); }

// The key of a part of the range of a feature.
inline uint32_t tokenKey(uint32_t row, uint32_t partKey) { return mixed((row + 1) * kGolden ^ partKey); }

inline uint32_t binKey(uint32_t row, uint32_t partKey) { return mixed(tokenKey(row, partKey) ^ kOfBins); }

inline uint32_t pairKey(uint32_t a, uint32_t b) { return mixed(std::min(a, b) * kGolden ^ std::max(a, b) ^ kOfPairs); }

// The key of three tokens, whatever their order.
inline uint32_t tripleKey(uint32_t a, uint32_t b, uint32_t c) {
  // without a branch, which would often be mispredicted
  const uint32_t low = std::min(std::min(a, b), c), high = std::max(std::max(a, b), c), middle = a ^ b ^ c ^ low ^ high;
  return mixed(mixed(low * kGolden ^ middle) * kGolden ^ high ^ kOfTriples);
}

}  // namespace ol::expand
