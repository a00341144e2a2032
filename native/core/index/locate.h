// The rows of features by their keys. Twin: packages/spec/src/rows.ts, which says what the arrays are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../table.h"

namespace ol {

struct RowSlots {
  uint32_t* slots;
  uint32_t* counts;
  size_t count;  // number of slots, a power of two
};

inline constexpr size_t kSlotWords = 3;

enum RowCount { kUsed, kReach, kMost, kIgnored, kMissingRows, kRowCounts };

// In place of the row of a feature that has none.
inline constexpr uint32_t kNoRow = 0xffffffff;

// See Backend.locate. Twin: packages/fallback/src/index/locate.ts.
size_t locate(const RowSlots& slots, const Batch& batch, size_t from, bool keep, uint32_t* rows);

}  // namespace ol
