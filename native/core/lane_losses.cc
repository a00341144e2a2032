#include "lane_losses.h"

#include <vector>

#include "losses.h"
#include "tiers.h"

#define OL_TIER baseline
#define OL_TARGET
#include "lane_losses.inc"
#undef OL_TIER
#undef OL_TARGET
#if OL_HAS_TIERS
#define OL_TIER avx2
#define OL_TARGET OL_TARGET_AVX2
#include "lane_losses.inc"
#undef OL_TIER
#undef OL_TARGET
#define OL_TIER avx512
#define OL_TARGET OL_TARGET_AVX512
#include "lane_losses.inc"
#undef OL_TIER
#undef OL_TARGET
#endif

namespace ol {

const LaneLoss& laneLossOf(int loss, Tier tier) {
#if OL_HAS_TIERS
  static const std::vector<LaneLoss> tables[] = {baseline::table(), avx2::table(), avx512::table()};
#else
  static const std::vector<LaneLoss> tables[] = {baseline::table()};
#endif
  return tables[static_cast<size_t>(tier)][static_cast<size_t>(loss)];
}

}  // namespace ol
