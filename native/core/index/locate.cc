#include "locate.h"

#include <algorithm>
#include <vector>

#include "../engine/is-present.h"
#include "home.h"

namespace ol {

size_t locate(const RowSlots& index, const Batch& batch, size_t from, bool keep, uint32_t* rows) {
  static thread_local std::vector<uint32_t> taken;
  uint32_t* const slots = index.slots;
  uint32_t* const keys = index.keys;
  const uint32_t* const indices = batch.indices;
  const uint32_t* const upper = batch.upper;
  const size_t mask = index.count - 1;
  const size_t capacity = capacityOf(index);
  const size_t last = batch.offsets[batch.size];
  size_t used = index.counts[kUsed];
  const size_t most = index.counts[kMost];
  const bool missing = index.counts[kMissingRows] == 1;
  size_t reach = index.counts[kReach];
  uint32_t ignored = index.counts[kIgnored];
  uint32_t homes[kSlotsAhead];
  // before any slot changes, so that running out of memory changes none
  size_t longest = 0;
  for (size_t i = from; i < batch.size; i++)
    longest = std::max<size_t>(longest, batch.offsets[i + 1] - batch.offsets[i]);
  taken.reserve(longest);
  const auto look = [&](size_t i) {
    const size_t at = homeOf(indices[i], upper == nullptr ? 0 : upper[i]) & mask;
    homes[i % kSlotsAhead] = static_cast<uint32_t>(at);
    __builtin_prefetch(slots + at, 1);
  };
  const auto lookAtKey = [&](size_t i) {
    if (const uint32_t row = slots[homes[i % kSlotsAhead]]; row != 0) __builtin_prefetch(keys + 2 * (row - 1));
  };
  const size_t first = batch.offsets[from];
  for (size_t i = first; i < std::min(last, first + kSlotsAhead); i++) look(i);
  for (size_t i = first; i < std::min(last, first + kKeysAhead); i++) lookAtKey(i);
  size_t e = from;
  for (; e < batch.size; e++) {
    const size_t start = used;
    uint32_t without = 0;
    const size_t end = batch.offsets[e + 1];
    size_t i = batch.offsets[e];
    taken.clear();
    for (; i < end; i++) {
      const size_t home = homes[i % kSlotsAhead];
      if (i + kSlotsAhead < last) look(i + kSlotsAhead);
      if (i + kKeysAhead < last) lookAtKey(i + kKeysAhead);
      if (missing ? batch.values[i] == 0 : !isPresent(batch.values[i])) {
        rows[i] = 0;
        continue;
      }
      const uint32_t low = indices[i], high = upper == nullptr ? 0 : upper[i];
      const size_t at = slotFrom(index, home, low, high);
      if (slots[at] == 0) {
        if (used >= most) {
          rows[i] = kNoRow;
          without++;
          continue;
        }
        if (used == capacity) break;
        taken.push_back(static_cast<uint32_t>(at));
        keys[2 * used] = low;
        keys[2 * used + 1] = high;
        slots[at] = static_cast<uint32_t>(++used);
      }
      rows[i] = slots[at] - 1;
    }
    const bool fits = i == end;
    if (fits && used > reach) reach = used;
    if (fits) ignored += without;
    const double y = batch.labels[e];
    if (fits && keep && y == y && (batch.weights == nullptr || batch.weights[e] != 0)) continue;
    // no other probe passes over the slots that were taken last
    for (; used > start; used--) slots[taken[used - start - 1]] = 0;
    if (!fits) break;
  }
  index.counts[kUsed] = static_cast<uint32_t>(used);
  index.counts[kReach] = static_cast<uint32_t>(reach);
  index.counts[kIgnored] = ignored;
  return e;
}

}  // namespace ol
