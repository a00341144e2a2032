#include "unseen.h"

#include <algorithm>

#include "home.h"

namespace ol {
namespace {

// How many features ahead a slot is fetched; a power of two.
constexpr size_t kSlotsAhead = 64;

}  // namespace

size_t unseen(const SeenKeys& seen, const Batch& batch, size_t from, uint32_t* found) {
  uint32_t* const slots = seen.slots;
  const uint32_t* const indices = batch.indices;
  const uint32_t* const upper = batch.upper;
  const size_t mask = seen.count - 1;
  const size_t room = seen.count / 2;
  const uint32_t limit = seen.counts[kSeenLimit];
  const size_t end = batch.size == 0 ? from : batch.offsets[batch.size];
  uint32_t known = seen.counts[kSeenSize];
  if (known >= limit) return end;
  size_t taken = known - seen.counts[kSeenZero];
  size_t many = seen.counts[kSeenFound];
  uint32_t homes[kSlotsAhead];
  const auto look = [&](size_t i) {
    const size_t at = homeOf(indices[i], upper == nullptr ? 0 : upper[i]) & mask;
    homes[i % kSlotsAhead] = static_cast<uint32_t>(at);
    __builtin_prefetch(slots + at * kSeenWords);
  };
  for (size_t i = from; i < std::min(end, from + kSlotsAhead); i++) look(i);
  size_t i = from;
  for (; i < end; i++) {
    if (known >= limit) {
      i = end;
      break;
    }
    size_t at = homes[i % kSlotsAhead];
    if (i + kSlotsAhead < end) look(i + kSlotsAhead);
    if (batch.values[i] == 0) continue;
    const uint32_t low = indices[i], high = upper == nullptr ? 0 : upper[i];
    if (low == 0 && high == 0) {
      if (seen.counts[kSeenZero] == 1) continue;
      seen.counts[kSeenZero] = 1;
    } else {
      uint32_t* slot = slots + at * kSeenWords;
      while ((slot[0] != low || slot[1] != high) && (slot[0] != 0 || slot[1] != 0)) {
        at = (at + 1) & mask;
        slot = slots + at * kSeenWords;
      }
      if (slot[0] == low && slot[1] == high) continue;
      if (taken == room) break;
      slot[0] = low;
      slot[1] = high;
      taken++;
    }
    known++;
    found[many++] = static_cast<uint32_t>(i);
  }
  seen.counts[kSeenSize] = known;
  seen.counts[kSeenFound] = static_cast<uint32_t>(many);
  return i;
}

}  // namespace ol
