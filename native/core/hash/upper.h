// The upper half of the key of a product of two features. Twin: packages/numerics/src/hash/upper.ts.
#pragma once

#include <cstdint>

namespace ol {

inline uint32_t takeWord(uint32_t h, uint32_t word) {
  const uint32_t k = word * 0xcc9e2d51u;
  h ^= ((k << 15) | (k >> 17)) * 0x1b873593u;
  return ((h << 13) | (h >> 19)) * 5 + 0xe6546b64u;
}

inline uint32_t joined(uint32_t lower1, uint32_t upper1, uint32_t lower2, uint32_t upper2) {
  uint32_t h = takeWord(takeWord(takeWord(upper1 ^ 0x9e3779b9u, lower1), upper2), lower2);
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}

}  // namespace ol
