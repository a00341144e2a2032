#include "crc32.h"

#include <array>
#include <cstring>

#include "../tiers.h"
#if OL_HAS_TIERS
#include <immintrin.h>
#elif defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#endif

namespace ol {
namespace {

constexpr uint32_t kPolynomial = 0xedb88320;  // lowest power in the highest bit
constexpr size_t kWord = 8;

// [k][b]: the remainder of byte b followed by k zeros.
using Tables = std::array<std::array<uint32_t, 256>, kWord>;

constexpr Tables tablesOf() {
  Tables tables{};
  for (uint32_t b = 0; b < 256; b++) {
    uint32_t c = b;
    for (int bit = 0; bit < 8; bit++) c = (c & 1) != 0 ? kPolynomial ^ (c >> 1) : c >> 1;
    tables[0][b] = c;
  }
  for (size_t k = 1; k < kWord; k++)
    for (size_t b = 0; b < 256; b++) tables[k][b] = (tables[k - 1][b] >> 8) ^ tables[0][tables[k - 1][b] & 255];
  return tables;
}

constexpr Tables kTables = tablesOf();

// The remainder after eight more bytes.
inline uint32_t afterWord(uint32_t c, const uint8_t* bytes) {
#if defined(__ARM_FEATURE_CRC32)
  uint64_t word;
  std::memcpy(&word, bytes, kWord);
  return __crc32d(c, word);
#else
  const uint32_t first = c ^ (bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<uint32_t>(bytes[3]) << 24);
  return kTables[7][first & 255] ^ kTables[6][(first >> 8) & 255] ^ kTables[5][(first >> 16) & 255] ^
         kTables[4][first >> 24] ^ kTables[3][bytes[4]] ^ kTables[2][bytes[5]] ^ kTables[1][bytes[6]] ^
         kTables[0][bytes[7]];
#endif
}

// The remainder after more bytes.
uint32_t byWords(uint32_t c, const uint8_t* bytes, size_t n) {
  for (; n >= kWord; n -= kWord, bytes += kWord) c = afterWord(c, bytes);
  for (; n > 0; n--, bytes++) c = kTables[0][(c ^ *bytes) & 255] ^ (c >> 8);
  return c;
}

#if OL_HAS_TIERS
constexpr size_t kLane = 16, kLanes = 4, kStride = kLanes * kLane;

// x to the power n modulo the polynomial, as the factor of a multiplication without carries of reflected numbers.
constexpr uint64_t powerOf(int n) {
  uint32_t c = uint32_t{1} << 31;
  for (; n > 0; n--) c = (c & 1) != 0 ? kPolynomial ^ (c >> 1) : c >> 1;
  return static_cast<uint64_t>(c) << 1;
}

// The factors that shift 16 bytes by this many bits: for their first half, then for their second.
OL_TARGET_AVX2 inline __m128i factorsOver(uint64_t first, uint64_t second) {
  return _mm_set_epi64x(static_cast<int64_t>(second), static_cast<int64_t>(first));
}

OL_TARGET_AVX2 inline __m128i movedOn(__m128i lane, __m128i factors) {
  return _mm_xor_si128(_mm_clmulepi64_si128(lane, factors, 0x00), _mm_clmulepi64_si128(lane, factors, 0x11));
}

// Needs at least one stride. Folds the bytes into four lanes, then the lanes into one with the same remainder.
OL_TARGET_AVX2 uint32_t byFolding(uint32_t c, const uint8_t* bytes, size_t n) {
  constexpr int bits = 8 * kStride, lane = 8 * kLane;
  constexpr uint64_t farFirst = powerOf(bits + 32), farSecond = powerOf(bits - 32), nearFirst = powerOf(lane + 32),
                     nearSecond = powerOf(lane - 32);
  const auto load = [](const uint8_t* from)
                        OL_TARGET_AVX2 { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); };
  __m128i lanes[kLanes];
  for (size_t k = 0; k < kLanes; k++) lanes[k] = load(bytes + k * kLane);
  lanes[0] = _mm_xor_si128(lanes[0], _mm_cvtsi32_si128(static_cast<int>(c)));
  const __m128i far = factorsOver(farFirst, farSecond), near = factorsOver(nearFirst, nearSecond);
  size_t at = kStride;
  for (; at + kStride <= n; at += kStride)
    for (size_t k = 0; k < kLanes; k++) lanes[k] = _mm_xor_si128(movedOn(lanes[k], far), load(bytes + at + k * kLane));
  __m128i all = lanes[0];
  for (size_t k = 1; k < kLanes; k++) all = _mm_xor_si128(movedOn(all, near), lanes[k]);
  uint8_t folded[kLane];
  std::memcpy(folded, &all, kLane);
  return byWords(byWords(0, folded, kLane), bytes + at, n - at);
}
#endif

uint32_t remainder(const uint8_t* bytes, size_t n) {
#if OL_HAS_TIERS
  if (n >= kStride && tier() != Tier::baseline) return byFolding(~uint32_t{0}, bytes, n);
#endif
  return byWords(~uint32_t{0}, bytes, n);
}

}  // namespace

uint32_t crc32(const uint8_t* bytes, size_t n) { return ~remainder(bytes, n); }

}  // namespace ol
