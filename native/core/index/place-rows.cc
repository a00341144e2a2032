#include "place-rows.h"

#include <algorithm>

#include "home.h"

namespace ol {
namespace {

// The first free slot from a home on.
inline size_t freeSlot(const RowSlots& index, size_t home) {
  size_t at = home;
  while (index.slots[at] != 0) at = (at + 1) & (index.count - 1);
  return at;
}

}  // namespace

size_t placeRows(const RowSlots& index, size_t until, bool distinct) {
  uint32_t* const slots = index.slots;
  const uint32_t* const keys = index.keys;
  const size_t mask = index.count - 1;
  const auto homeOfRow = [&](size_t row) { return homeOf(keys[2 * row], keys[2 * row + 1]) & mask; };
  size_t row = index.counts[kUsed];
  for (size_t r = row; r < std::min(until, row + kSlotsAhead); r++) __builtin_prefetch(slots + homeOfRow(r), 1);
  for (; row < until; row++) {
    if (row + kSlotsAhead < until) __builtin_prefetch(slots + homeOfRow(row + kSlotsAhead), 1);
    const size_t home = homeOfRow(row);
    const size_t at = distinct ? freeSlot(index, home) : slotFrom(index, home, keys[2 * row], keys[2 * row + 1]);
    if (slots[at] != 0) break;
    slots[at] = static_cast<uint32_t>(row + 1);
  }
  index.counts[kUsed] = static_cast<uint32_t>(row);
  return row;
}

}  // namespace ol
