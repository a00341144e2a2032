// The words of cells without a value, twin of packages/fallback/src/tokenizers/csv-words.ts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ol::tokenizers {

// Whether a cell of a column of numbers, booleans or dates marks a missing value.
bool isMissingWord(const uint8_t* bytes, size_t start, size_t end);

// Whether a cell is an infinity, as programs write it.
bool isInfinity(const uint8_t* bytes, size_t start, size_t end);

// Whether [start, end) is one of the strings, each of which a line feed ends.
bool isOneOf(const uint8_t* bytes, size_t start, size_t end, const uint8_t* texts, size_t length);

// The lower-case text of a boolean; null: the cell is not a boolean.
const char* booleanOf(const uint8_t* bytes, size_t start, size_t end);

}  // namespace ol::tokenizers
