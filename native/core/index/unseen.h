// The features that have not appeared before. Twin: packages/spec/src/seen.ts, which describes the arrays.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../table.h"

namespace ol {

struct SeenKeys {
  bool wide;
  uint32_t* slots;
  size_t count;  // number of slots, a power of two
  uint32_t* counts;
  uint32_t* first;
};

// The capacity of `first`, in keys.
inline constexpr size_t kFirstKeys = size_t{1} << 16;

inline constexpr size_t seenWords(bool wide) { return wide ? 2 : 1; }

enum SeenCount { kSeenSize, kSeenLimit, kSeenZero, kSeenFound, kSeenCounts };

// See Backend.unseen. Twin: packages/fallback/src/index/unseen.ts.
size_t unseen(const SeenKeys& seen, const Batch& batch, size_t from, uint32_t* found);

}  // namespace ol
