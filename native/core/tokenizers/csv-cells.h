// The cells of CSV except the common numbers, twin of packages/fallback/src/tokenizers/csv-cells.ts.
#pragma once

#include "labels.h"
#include "tokens.h"

namespace ol::tokenizers {

// One field of a record: its text, without quotes and the white space around it, and the byte after it.
struct Field {
  size_t start = 0;
  size_t end = 0;
  size_t next = 0;
  bool quoted = false;
  bool doubled = false;
  bool spans = false;
};

// Results of a cell other than a fault or kNoFault: it is missing; it does not fit its column.
constexpr uint32_t kAbsent = kNoFault - 1;
constexpr uint32_t kOdd = kNoFault - 2;

// Reads a field by the role of its column; returns a fault, kNoFault, kAbsent or kOdd. `point`: the byte before
// decimals.
uint32_t takeCell(const TokenPlan& plan, const uint8_t* bytes, const Field& field, int role, size_t column, int point,
                  const Tokens& out, size_t e, size_t& n);

// Adds the features of a missing cell: NaN in a column of numbers or dates, and the indicator that it is missing.
void putMissing(const TokenPlan& plan, int role, size_t column, const Tokens& out, size_t& n);

// Writes entry `k` of the odd cells.
inline void putOdd(const Tokens& out, size_t k, size_t example, uint32_t line, size_t column, const Field& field) {
  uint32_t* entry = out.odd + k * kOddWidth;
  entry[0] = static_cast<uint32_t>(example);
  entry[1] = line;
  entry[2] = static_cast<uint32_t>(column);
  entry[3] = static_cast<uint32_t>(field.start);
  entry[4] = static_cast<uint32_t>(field.end);
}

}  // namespace ol::tokenizers
