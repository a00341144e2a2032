#include "over-lanes.h"

#include <limits>

#include "../math/exp.h"
#include "../math/log.h"
#include "../tiers.h"
#include "probabilities.h"

#define OL_TIER_FILE "mixture/over-lanes.inc"
#include "../each-tier.inc"
#undef OL_TIER_FILE

namespace ol {
namespace {

#if OL_HAS_TIERS
constexpr OverLanes kTiers[] = {baseline::kOver, avx2::kOver, avx512::kOver};
#else
constexpr OverLanes kTiers[] = {baseline::kOver};
#endif

}  // namespace

const OverLanes& overLanes() { return kTiers[static_cast<size_t>(tier())]; }

}  // namespace ol
