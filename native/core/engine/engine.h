// The loop of every rule with a hashed table. Twin: packages/fallback/src/engine, the same
// operations in the same order.
#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <unordered_map>

#include "../losses/index.h"
#include "../losses/lanes.h"
#include "../mixture/probabilities.h"
#include "../pages.h"
#include "../rules/parts.h"
#include "../table.h"
#include "../tiers.h"
#include "is-present.h"
#include "scratch.h"

#if OL_HAS_TIERS
#include <immintrin.h>
#endif

namespace ol {

template <class Real>
inline constexpr double kStepLimit = sizeof(Real) == 4 ? 1e30 : 1e140;

}  // namespace ol

#define OL_TIER_FILE "engine/tier.inc"
#include "../each-tier.inc"
#undef OL_TIER_FILE
