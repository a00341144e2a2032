#include "products.h"

#include <cmath>
#include <cstring>

#include "../hash/upper.h"
#include "../tokenizers/tokens.h"
#include "cross.h"

namespace ol {

using tokenizers::kMaxValue;
using tokenizers::kMinValue;

}  // namespace ol

#define OL_TIER_FILE "cross/products.inc"
#include "../each-tier.inc"
#undef OL_TIER_FILE

namespace ol {

const ProductLoops& productLoops(Tier tier) {
#if OL_HAS_TIERS
  static const ProductLoops tables[] = {baseline::loops, avx2::loops, avx512::loops};
#else
  static const ProductLoops tables[] = {baseline::loops};
#endif
  return tables[static_cast<size_t>(tier)];
}

}  // namespace ol
