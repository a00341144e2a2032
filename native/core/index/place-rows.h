// Puts rows with known keys into their slots. Twin: packages/fallback/src/index/place-rows.ts.
#pragma once

#include "locate.h"

namespace ol {

// See Backend.placeRows.
size_t placeRows(const RowSlots& index, size_t until, bool distinct);

}  // namespace ol
