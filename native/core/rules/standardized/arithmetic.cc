#include "arithmetic.h"

#include <cmath>

#include "../../engine/is-present.h"
#include "../../math/bits.h"
#include "faint-run.h"
#include "known-weight.h"

namespace ol {
namespace {

constexpr double kFarthest = 4;
constexpr double kFewest = 16;
constexpr double kShare = 1.0 / 16;
constexpr double kOutgrown = 4294967296.0;

// The largest power of two that is not above the root of a number: half the exponent, rounded down.
inline double powerBelowRoot(double square) { return fromBits((((toBits(square) >> 52) & 0x7ff) + 1023) >> 1 << 52); }

inline double clip(double a) {
  const double low = a < -kFarthest ? -kFarthest : a;
  return a > kFarthest ? kFarthest : low;
}

// The kind of an example's features.
enum class Kind { any, sparse, dense };

}  // namespace
}  // namespace ol

#define OL_TIER_FILE "rules/standardized/arithmetic.inc"
#include "../../each-tier.inc"
#undef OL_TIER_FILE

namespace ol {
namespace {

#define OL_ARITHMETIC(tier)                                             \
  {tier::countFeatures<Kind::any>,   tier::countFeatures<Kind::sparse>, \
   tier::countFeatures<Kind::dense>, tier::followsList,                 \
   tier::standardizeDense,           tier::largestSize}

#if OL_HAS_TIERS
constexpr Arithmetic kArithmetic[] = {OL_ARITHMETIC(baseline), OL_ARITHMETIC(avx2), OL_ARITHMETIC(avx512)};
#else
constexpr Arithmetic kArithmetic[] = {OL_ARITHMETIC(baseline)};
#endif

}  // namespace

const Arithmetic& arithmetic(Tier tier) { return kArithmetic[static_cast<size_t>(tier)]; }

}  // namespace ol
