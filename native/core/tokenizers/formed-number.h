// Numbers that are not written plainly, twin of packages/fallback/src/tokenizers/formed-number.ts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ol::tokenizers {

// Reads [start, end) into `out` if it is a number in the form of its column (NumberForm), or has a minus sign
// U+2212; returns whether it is. `decimal`: the byte before the decimals.
bool parseFormed(const uint8_t* bytes, size_t start, size_t end, uint8_t form, int decimal, double* out);

}  // namespace ol::tokenizers
