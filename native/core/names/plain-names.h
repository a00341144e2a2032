// Names of features between the blanks of their lines. Twin: packages/spec/src/named-lines.ts, which
// describes the arrays.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../tokenizers/tokens.h"

namespace ol::names {

enum LineCursor { kCursorLine, kCursorStart, kCursorLength };
enum NameCount { kNames, kNameBytes, kBeyondAscii, kNeeded, kNameCounts };

struct NamedLines {
  const uint8_t* bytes;
  size_t end;
  size_t size;
  const uint32_t* lines;
  const uint32_t* offsets;
  uint32_t* cursor;
};

struct NameBytes {
  uint8_t* text;
  size_t capacity;
  uint32_t* ends;
  uint32_t* counts;
};

// See TextBackend.plainNames. Twin: packages/fallback/src/names/plain-names.ts.
size_t plainNames(tokenizers::Format format, bool constant, const NamedLines& chunk, const uint32_t* at, size_t from,
                  size_t size, const NameBytes& out);

}  // namespace ol::names
