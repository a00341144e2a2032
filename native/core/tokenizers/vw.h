#pragma once

#include "tokens.h"

namespace ol::tokenizers {

// Reads what is before the first bar into row `e` of `out`; returns the byte after the bar.
size_t vwHeader(const TokenPlan& plan, const uint8_t* bytes, size_t p, const Tokens& out, size_t e, Wrong& wrong);

}  // namespace ol::tokenizers
