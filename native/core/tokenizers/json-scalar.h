// Blanks, numbers and literals of JSON, twin of packages/fallback/src/tokenizers/json-scalar.ts.
#pragma once

#include <initializer_list>

#include "number.h"
#include "tokens.h"

namespace ol::tokenizers {

inline bool isDigit(uint8_t c) { return c >= '0' && c <= '9'; }

// Returns the byte after spaces and tabs; a carriage return counts as one where it does not end the line.
inline size_t blank(const uint8_t* bytes, size_t p) {
  while (bytes[p] == ' ' || bytes[p] == '\t' || (bytes[p] == '\r' && bytes[p + 1] != '\n')) p++;
  return p;
}

// `parseNumber` of what JSON takes for a number.
inline size_t jsonNumber(const uint8_t* bytes, size_t p, double* out) {
  const size_t first = bytes[p] == '-' ? p + 1 : p;
  size_t q = first;
  while (isDigit(bytes[q])) q++;
  if (q == first || (bytes[first] == '0' && q > first + 1)) return kFailed;
  if (bytes[q] == '.' && !isDigit(bytes[q + 1])) return kFailed;
  return parseNumber(bytes, p, out);
}

inline size_t wordAt(std::initializer_list<const char*> words, const uint8_t* bytes, size_t p) {
  for (const char* word : words) {
    size_t i = 0;
    while (word[i] != 0 && bytes[p + i] == static_cast<uint8_t>(word[i])) i++;
    if (word[i] == 0) return p + i;
  }
  return kFailed;
}

// Returns the byte after true, false or null; `kFailed` if there is none of them.
inline size_t literal(const uint8_t* bytes, size_t p) { return wordAt({"true", "false", "null"}, bytes, p); }

// Returns the byte after null, or after NaN, Infinity or -Infinity, which Python writes; `kFailed` if there is none of
// them.
inline size_t missingNumber(const uint8_t* bytes, size_t p) {
  const uint8_t c = bytes[p];
  // most values are none of them
  if (c != 'n' && c != 'N' && c != 'I' && !(c == '-' && bytes[p + 1] == 'I')) return kFailed;
  return wordAt({"null", "NaN", "Infinity", "-Infinity"}, bytes, p);
}

}  // namespace ol::tokenizers
