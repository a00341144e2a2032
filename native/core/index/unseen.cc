#include "unseen.h"

#include <algorithm>
#include <cstring>

#include "../engine/is-present.h"
#include "home.h"

namespace ol {
namespace {

// The features of a block: the slots of the next block are prefetched while this one is probed.
constexpr size_t kBlock = 64;

// The keys of a batch and their slots, of one word or two.
template <typename Key>
struct Keys {
  static constexpr size_t kWords = sizeof(Key) / sizeof(uint32_t);
  const SeenKeys& seen;
  const uint32_t* indices;
  const uint32_t* upper;
  const double* values;

  Keys(const SeenKeys& keys, const Batch& batch)
      : seen(keys), indices(batch.indices), upper(sizeof(Key) == 8 ? batch.upper : nullptr), values(batch.values) {}

  Key key(size_t i) const {
    if constexpr (sizeof(Key) == 8) return indices[i] | static_cast<Key>(upper == nullptr ? 0 : upper[i]) << 32;
    return indices[i];
  }

  uint32_t home(size_t i) const {
    return homeOf(indices[i], upper == nullptr ? 0 : upper[i]) & static_cast<uint32_t>(seen.count - 1);
  }

  // Whether a key is among the first ones; empty places have zeros.
  bool known(size_t i) const {
    const Key own = key(i);
    return (read(first(i)) == own) & (own != 0);
  }

  void keep(size_t i) const {
    if (read(first(i)) == 0 && isPresent(values[i])) write(first(i), key(i));
  }

  uint32_t* first(size_t i) const { return seen.first + (indices[i] & (kFirstKeys - 1)) * kWords; }

  uint32_t* slot(size_t at) const { return seen.slots + at * kWords; }

  static Key read(const uint32_t* from) {
    Key key;
    std::memcpy(&key, from, sizeof key);
    return key;
  }

  static void write(uint32_t* to, Key key) { std::memcpy(to, &key, sizeof key); }
};

// The features of a block whose key needs a probe, as bits, without a branch: most features are known.
template <typename Key>
uint64_t unsure(const Keys<Key>& keys, size_t from, size_t size) {
  uint64_t bits = 0;
  for (size_t k = 0; k < size; k++) bits |= static_cast<uint64_t>(!keys.known(from + k)) << k;
  return bits;
}

// Features that are probed for, and where their probes start.
struct Probes {
  size_t at[kBlock];
  uint32_t homes[kBlock];
  size_t count = 0;
};

template <typename Key>
size_t find(const SeenKeys& seen, const Batch& batch, size_t from, size_t end, uint32_t* found) {
  const Keys<Key> keys(seen, batch);
  const size_t mask = seen.count - 1;
  const size_t capacity = seen.count / 2;
  const uint32_t limit = seen.counts[kSeenLimit];
  uint32_t known = seen.counts[kSeenSize];
  size_t taken = known - seen.counts[kSeenZero];
  size_t many = seen.counts[kSeenFound];
  // returns whether a feature fits
  const auto take = [&](size_t i, size_t at) {
    const Key key = keys.key(i);
    // values are not in the cache, so they are read last
    if (key == 0) {
      if (seen.counts[kSeenZero] == 1 || !isPresent(batch.values[i])) return true;
      seen.counts[kSeenZero] = 1;
    } else {
      Key stored;
      while ((stored = keys.read(keys.slot(at))) != key && stored != 0) at = (at + 1) & mask;
      if (stored == key) {
        keys.keep(i);
        return true;
      }
      if (!isPresent(batch.values[i])) return true;
      if (taken == capacity) return false;
      keys.keep(i);
      keys.write(keys.slot(at), key);
      taken++;
    }
    known++;
    found[many++] = static_cast<uint32_t>(i);
    return true;
  };
  // prefetches the slots of the features that it returns
  const auto look = [&](size_t start, Probes& probes) {
    probes.count = 0;
    const size_t size = start < end ? std::min(end - start, kBlock) : 0;
    for (uint64_t bits = unsure(keys, start, size); bits != 0; bits &= bits - 1) {
      const size_t i = start + static_cast<size_t>(__builtin_ctzll(bits));
      const uint32_t home = keys.home(i);
      __builtin_prefetch(keys.slot(home));
      probes.at[probes.count] = i;
      probes.homes[probes.count++] = home;
    }
  };
  Probes probes[2];
  look(from, probes[0]);
  size_t done = end;
  for (size_t start = from, b = 0; start < end && known < limit && done == end; start += kBlock, b ^= 1) {
    look(start + kBlock, probes[b ^ 1]);
    const Probes& now = probes[b];
    for (size_t k = 0; k < now.count && known < limit; k++) {
      if (take(now.at[k], now.homes[k])) continue;
      done = now.at[k];
      break;
    }
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
