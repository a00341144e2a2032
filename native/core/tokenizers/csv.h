#pragma once

#include "tokens.h"

namespace ol::tokenizers {

// Whether a field marks a missing value: empty, ?, NA, NaN or null, in any case.
inline bool isMissing(const uint8_t* bytes, size_t start, size_t end) {
  const size_t length = end - start;
  if (length > 4) return false;
  if (length == 0) return true;
  if (length == 1) return bytes[start] == '?';
  const uint8_t* word = bytes + start;
  if ((word[0] | 32) != 'n') return false;
  if (length == 2) return (word[1] | 32) == 'a';
  if (length == 3) return (word[1] | 32) == 'a' && (word[2] | 32) == 'n';
  return (word[1] | 32) == 'u' && (word[2] | 32) == 'l' && (word[3] | 32) == 'l';
}

}  // namespace ol::tokenizers
