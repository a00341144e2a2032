// MurmurHash3_x86_32 (A. Appleby) and the hashes of names, twins of packages/numerics/src/hash/murmur3.ts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ol::tokenizers {

inline uint32_t rotl(uint32_t x, int r) { return (x << r) | (x >> (32 - r)); }

inline uint32_t load32(const uint8_t* p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return p[0] | p[1] << 8 | p[2] << 16 | static_cast<uint32_t>(p[3]) << 24;
#else
  uint32_t x;
  std::memcpy(&x, p, 4);
  return x;
#endif
}

inline uint32_t murmurMix(uint32_t k) { return rotl(k * 0xcc9e2d51u, 15) * 0x1b873593u; }

inline uint32_t murmurEnd(uint32_t h) {
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}

inline uint32_t murmur3(const uint8_t* bytes, size_t length, uint32_t seed) {
  uint32_t h = seed;
  const uint8_t* p = bytes;
  const uint8_t* blocks = bytes + (length & ~static_cast<size_t>(3));
  for (; p < blocks; p += 4) h = rotl(h ^ murmurMix(load32(p)), 13) * 5 + 0xe6546b64u;
  uint32_t k = 0;
  switch (length & 3) {
    case 3:
      k = static_cast<uint32_t>(p[2]) << 16;
      [[fallthrough]];
    case 2:
      k |= static_cast<uint32_t>(p[1]) << 8;
      [[fallthrough]];
    case 1:
      h ^= murmurMix(k | p[0]);
  }
  return murmurEnd(h ^ static_cast<uint32_t>(length));
}

// How names become hashes. kStrings: a name of digits is its number plus the seed, modulo 2^32. kAll: every name is
// hashed. kWhole, for the upper halves of keys: as kStrings, but the bits of a number beyond 32 count, too.
enum NameMode { kStrings, kAll, kWhole };

inline uint32_t hashName(const uint8_t* bytes, size_t start, size_t end, uint32_t seed, NameMode mode) {
  if (mode == kAll) return murmur3(bytes + start, end - start, seed);
  while (start < end && bytes[start] <= 0x20) start++;
  while (end > start && bytes[end - 1] <= 0x20) end--;
  uint64_t number = 0;
  size_t i = start;
  for (; i < end && bytes[i] >= '0' && bytes[i] <= '9'; i++) number = number * 10 + (bytes[i] - '0');
  if (i != end) return murmur3(bytes + start, end - start, seed);
  const uint32_t high = mode == kWhole ? static_cast<uint32_t>(number >> 32) * 0x9e3779b1u : 0;
  return static_cast<uint32_t>(number) + high + seed;
}

inline uint32_t namespaceHash(const uint8_t* bytes, size_t start, size_t end, uint32_t seed, NameMode mode) {
  if (start == end) return seed == 0 ? 0 : murmur3(bytes + start, 0, seed);
  // otherwise numbers in different namespaces would collide
  if (mode == kWhole) return murmur3(bytes + start, end - start, seed);
  return hashName(bytes, start, end, seed, mode);
}

// The seed of the upper halves of keys.
inline uint32_t upperSeed(uint32_t seed) { return seed ^ 0x9e3779b9u; }

}  // namespace ol::tokenizers
