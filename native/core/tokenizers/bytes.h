// Ends of tokens and lines, twins of packages/fallback/src/tokenizers/bytes.ts.
#pragma once

#include "tokens.h"

namespace ol::tokenizers {

inline bool endsLine(const uint8_t* bytes, size_t p) {
  return bytes[p] == 10 || (bytes[p] == 13 && bytes[p + 1] == 10);
}

inline bool endsToken(const uint8_t* bytes, size_t p) { return bytes[p] == 32 || bytes[p] == 9 || endsLine(bytes, p); }

inline size_t tokenEnd(const uint8_t* bytes, size_t p) {
  while (!endsToken(bytes, p)) p++;
  return p;
}

// A byte that may end a name in VW text.
inline bool endsName(uint8_t c) { return c <= 124 && (c == 124 || c == 58 || c == 32 || c == 10 || c == 9 || c == 13); }

}  // namespace ol::tokenizers
