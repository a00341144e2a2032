// The one loop that every hashed-table rule runs under. Twin: packages/fallback/src/engine/engine.ts, the same
// operations in the same order.
#pragma once

#include <algorithm>

#include "losses.h"
#include "rules/parts.h"
#include "scratch.h"
#include "table.h"
#include "tiers.h"

namespace ol {

template <class Real>
inline constexpr double kStepLimit = sizeof(Real) == 4 ? 1e30 : 1e140;

// How many features ahead a slot is fetched: far enough to hide a miss of the last-level cache.
inline constexpr size_t kAhead = 64;

}  // namespace ol

#define OL_TIER_FILE "engine.inc"
#include "each-tier.inc"
#undef OL_TIER_FILE
