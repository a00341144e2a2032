// Bins of scores. Twin: packages/fallback/src/validation/score-bin.ts
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../math/bits.h"
#include "validation.h"

namespace ol::validation {

// The bin of a score, ascending with it: block * kFineness + the bin within.
inline size_t scoreBin(double score) {
  constexpr int64_t least = (1023 - kOctaves / 2) * kFineness, all = kOctaves * kFineness;
  // -0 is 0
  const uint64_t bits = toBits(score + 0);
  const auto size = static_cast<int64_t>((bits >> 32 & 0x7fffffff) >> 10);
  const int64_t magnitude = std::clamp(size, least, least + all - 1) - least;
  return static_cast<size_t>(bits >> 63 == 0 ? all + magnitude : all - 1 - magnitude);
}

}  // namespace ol::validation
