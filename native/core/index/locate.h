// The rows of features by their keys. Twin: packages/spec/src/rows.ts, which describes the arrays.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../table.h"

namespace ol {

struct RowSlots {
  uint32_t* slots;
  uint32_t* keys;
  uint32_t* counts;
  size_t count;  // number of slots, a power of two
};

enum RowCount { kUsed, kReach, kMost, kIgnored, kMissingRows, kRowCounts };

// The number of features ahead at which a slot is prefetched, and then the key of its row; powers of two.
inline constexpr size_t kSlotsAhead = 64, kKeysAhead = 32;

inline size_t capacityOf(const RowSlots& index) { return index.count / 2; }

// The row of a feature that has none.
inline constexpr uint32_t kNoRow = 0xffffffff;

// The slot of a key, or the free one that it would get: the first of these from its home on.
inline size_t slotFrom(const RowSlots& index, size_t home, uint32_t low, uint32_t high) {
  const size_t mask = index.count - 1;
  size_t at = home;
  for (; index.slots[at] != 0; at = (at + 1) & mask) {
    const uint32_t* key = index.keys + 2 * (index.slots[at] - size_t{1});
    if (key[0] == low && key[1] == high) break;
  }
  return at;
}

// See Backend.locate. Twin: packages/fallback/src/index/locate.ts.
size_t locate(const RowSlots& slots, const Batch& batch, size_t from, bool keep, uint32_t* rows);

}  // namespace ol
