// The members of an object of JSON Lines next to its features, twin of
// packages/fallback/src/tokenizers/jsonl-row.ts.
#pragma once

#include "tokens.h"

namespace ol::tokenizers {

// The example that is being read: its row, and the ends of its features and of its runs of namespaces.
struct Row {
  const TokenPlan& plan;
  const uint8_t* bytes;
  const Tokens& out;
  size_t e;
  size_t n;
  size_t spaces;
  // features that already belong to a run
  size_t spaced;
  Wrong& wrong;
};

size_t unexpected(const Row& row, size_t start, size_t end);

// Whether a name is the word, exactly or after an underscore.
bool isWord(const uint8_t* bytes, size_t start, size_t end, const char* word);

// Whether a name is the plan's name of the label.
bool isKey(const uint8_t* bytes, size_t start, size_t end, const TokenPlan& plan);

// Each reads the value at `p` and returns the byte after it, or `kFailed`.
size_t label(const Row& row, size_t p);
size_t weight(const Row& row, size_t p);
size_t initial(const Row& row, size_t p);
size_t tag(const Row& row, size_t p);

}  // namespace ol::tokenizers
