// Decimal numbers, twin of packages/fallback/src/tokenizers/number.ts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ol::tokenizers {

// 10^0 .. 10^22: the powers of ten that a double holds exactly.
extern const double kTens[23];

// Reads the decimal number at `p` into `out`, as the double nearest to it; returns the byte after it, or SIZE_MAX
// if there is no number. A byte that is not a digit must follow it. `point`: the byte before its decimals;
// kNoPoint: it has none.
size_t parseNumber(const uint8_t* bytes, size_t p, double* out, int point = '.');

constexpr int kNoPoint = -1;

// Whether a number text has only zeros as digits before its exponent.
bool spellsZero(const uint8_t* bytes, size_t start, size_t end);

}  // namespace ol::tokenizers
