#include "lanes.h"

#include <vector>

#include "index.h"
#include "../tiers.h"

#define OL_TIER_FILE "losses/lanes.inc"
#include "../each-tier.inc"
#undef OL_TIER_FILE

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
