// Strings of JSON, twin of packages/fallback/src/tokenizers/json-text.ts.
#pragma once

#include <string>

#include "tokens.h"

namespace ol::tokenizers {

inline const uint8_t* bytesOf(const std::string& text) { return reinterpret_cast<const uint8_t*>(text.data()); }

// The closing quote of the string whose first byte is at `p`; `kFailed` if a control character or a line end comes
// first.
size_t textEnd(const uint8_t* bytes, size_t p, bool& escaped);

// The string [start, end) with its escapes resolved, as UTF-8; false for an invalid escape, such as half of a
// surrogate pair.
bool resolveEscapes(const uint8_t* bytes, size_t start, size_t end, std::string& text);

}  // namespace ol::tokenizers
