#include "blocks.h"

#include <algorithm>

#include "scratch.h"

#if OL_HAS_TIERS
#include <immintrin.h>
#endif

namespace ol::tokenizers {
namespace {

// `special` ends a clean part, like the end of a line.
constexpr ByteKinds pairKinds(uint8_t special) {
  ByteKinds kinds;
  kinds.add(0, kSpoils);
  for (const uint8_t c : {' ', '\t'}) kinds.add(c, kParts);
  for (const uint8_t c : {uint8_t('\n'), uint8_t('\r'), special}) kinds.add(c, kEnds);
  kinds.add(':', kPairs);
  return kinds;
}
constexpr ByteKinds kVwKinds = pairKinds('|');
constexpr ByteKinds kSvmlightKinds = pairKinds('#');

// The first separator at `p` or after it, from `k` on.
inline size_t separatorFrom(const Scratch& s, size_t k, size_t p) {
  while ((s.separators[k] & kPlace) < p) k++;
  return k;
}

}  // namespace
}  // namespace ol::tokenizers

#define OL_TIER_FILE "tokenizers/blocks/tier.inc"
#include "../../each-tier.inc"
#undef OL_TIER_FILE

namespace ol::tokenizers {

Block blockOf(Format format, Tier tier) {
#if OL_HAS_TIERS
  constexpr Block narrow[kFormatCount] = {avx2::blockVw, avx2::blockSvmlight, avx2::blockCsv, nullptr, nullptr};
  constexpr Block wide[kFormatCount] = {avx512::blockVw, avx512::blockSvmlight, avx512::blockCsv, nullptr, nullptr};
  // bytes are compacted with VBMI2, which the first processors with AVX-512 lack
  static const bool packs = __builtin_cpu_supports("avx512vbmi2");
  if (tier == Tier::avx512) return packs ? wide[format] : narrow[format];
  if (tier == Tier::avx2) return narrow[format];
#else
  (void)format;
  (void)tier;
#endif
  return nullptr;
}

}  // namespace ol::tokenizers
