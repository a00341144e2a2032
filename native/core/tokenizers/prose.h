// Words of text, twin of packages/fallback/src/tokenizers/prose.ts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tokens.h"

namespace ol::tokenizers {

// Adds each word of a string as a category: letters and digits in lower case and canonical decomposition, or a run of
// punctuation marks; with plan.charNgrams the character n-grams of each word as well.
void putProse(const TokenPlan& plan, const uint8_t* bytes, size_t start, size_t end, uint32_t seed, const Tokens& out,
              size_t& n);

}  // namespace ol::tokenizers
