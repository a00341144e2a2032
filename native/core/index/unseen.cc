#include "unseen.h"

#include <algorithm>
#include <cstring>

#include "home.h"

namespace ol {
namespace {

// Features of a block: those of the next one are fetched while one is compared.
constexpr size_t kBlock = 64;

// The keys of a batch and their slots, of one word or two.
template <typename Key>
struct Keys {
  const SeenKeys& seen;
  const uint32_t* indices;
  const uint32_t* upper;

  Keys(const SeenKeys& keys, const Batch& batch)
      : seen(keys), indices(batch.indices), upper(sizeof(Key) == 8 ? batch.upper : nullptr) {}

  Key key(size_t i) const {
    if constexpr (sizeof(Key) == 8) return indices[i] | static_cast<Key>(upper == nullptr ? 0 : upper[i]) << 32;
    return indices[i];
  }

  uint32_t home(size_t i) const {
    return homeOf(indices[i], upper == nullptr ? 0 : upper[i]) & static_cast<uint32_t>(seen.count - 1);
  }

  uint32_t* slot(size_t at) const { return seen.slots + at * (sizeof(Key) / sizeof(uint32_t)); }

  Key at(size_t at) const {
    Key key;
    std::memcpy(&key, slot(at), sizeof key);
    return key;
  }
};

// The features of a block whose key is not at its home, as bits: most have appeared, so that nothing is to be
// predicted. Fetches the slots of the next block meanwhile.
template <typename Key>
uint64_t elsewhere(const Keys<Key>& keys, size_t from, size_t size, const uint32_t* homes, const uint32_t* next,
                   size_t ahead) {
  uint64_t bits = 0;
  for (size_t k = 0; k < size; k++) {
    if (k < ahead) __builtin_prefetch(keys.slot(next[k]));
    const Key key = keys.key(from + k);
    // a free slot is not where the key of zeros is
    const bool home = (keys.at(homes[k]) == key) & (key != 0);
    bits |= static_cast<uint64_t>(!home) << k;
  }
  return bits;
}

template <typename Key>
size_t find(const SeenKeys& seen, const Batch& batch, size_t from, size_t end, uint32_t* found) {
  const Keys<Key> keys(seen, batch);
  const size_t mask = seen.count - 1;
  const size_t room = seen.count / 2;
  const uint32_t limit = seen.counts[kSeenLimit];
  uint32_t known = seen.counts[kSeenSize];
  size_t taken = known - seen.counts[kSeenZero];
  size_t many = seen.counts[kSeenFound];
  // returns whether there was room for a feature that is not at its home
  const auto take = [&](size_t i, size_t at) {
    const Key key = keys.key(i);
    // values are not in the cache, so that they are looked at last
    if (key == 0) {
      if (seen.counts[kSeenZero] == 1 || batch.values[i] == 0) return true;
      seen.counts[kSeenZero] = 1;
    } else {
      Key there;
      while ((there = keys.at(at)) != key && there != 0) at = (at + 1) & mask;
      if (there == key || batch.values[i] == 0) return true;
      if (taken == room) return false;
      std::memcpy(keys.slot(at), &key, sizeof key);
      taken++;
    }
    known++;
    found[many++] = static_cast<uint32_t>(i);
    return true;
  };
  uint32_t homes[2][kBlock];
  const auto look = [&](size_t start, uint32_t* at) {
    const size_t size = start < end ? std::min(end - start, kBlock) : 0;
    for (size_t k = 0; k < size; k++) at[k] = keys.home(start + k);
    return size;
  };
  size_t size = look(from, homes[0]);
  size_t done = end;
  for (size_t start = from, b = 0; size > 0 && known < limit && done == end; start += kBlock, b ^= 1) {
    const size_t ahead = look(start + kBlock, homes[b ^ 1]);
    for (uint64_t bits = elsewhere(keys, start, size, homes[b], homes[b ^ 1], ahead); bits != 0 && known < limit;
         bits &= bits - 1) {
      const size_t k = static_cast<size_t>(__builtin_ctzll(bits));
      if (take(start + k, homes[b][k])) continue;
      done = start + k;
      break;
    }
    size = ahead;
  }
  seen.counts[kSeenSize] = known;
  seen.counts[kSeenFound] = static_cast<uint32_t>(many);
  return done;
}

}  // namespace

size_t unseen(const SeenKeys& seen, const Batch& batch, size_t from, uint32_t* found) {
  const size_t end = batch.size == 0 ? from : batch.offsets[batch.size];
  return seen.wide ? find<uint64_t>(seen, batch, from, end, found) : find<uint32_t>(seen, batch, from, end, found);
}

}  // namespace ol
