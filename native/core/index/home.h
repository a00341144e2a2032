// The place where the probe for a key starts. Twin: packages/fallback/src/index/home.ts.
#pragma once

#include <cstdint>

namespace ol {

inline uint32_t homeOf(uint32_t lower, uint32_t upper) {
  uint32_t h = lower * 0x9e3779b1u ^ upper;
  h = (h ^ (h >> 15)) * 0x85ebca77u;
  return h ^ (h >> 13);
}

}  // namespace ol
