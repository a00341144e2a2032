// The walk over lines, twin of packages/fallback/src/tokenizers/lines.ts.
#pragma once

#include "bytes.h"
#include "tokens.h"

namespace ol::tokenizers {

// Walks over the lines that start before `stop`. The byte `comment` starts a comment; 0: no byte does. With
// `returns`, a carriage return within a line counts as a blank. `read(p, n, spaces, wrong)` reads the line whose
// first byte other than a blank is at `p` into the next row, moves `n` and `spaces` after its features and runs,
// and returns the start of the line end or comment after it, or `kFailed`.
template <typename ReadLine>
void walkLines(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at, uint8_t comment,
               bool returns, ReadLine read) {
  const uint8_t* bytes = chunk.bytes;
  Wrong wrong;
  while (at.p < stop) {
    const size_t lineStart = at.p;
    size_t p = lineStart;
    size_t n = at.features;
    size_t spaces = at.spaces;
    while (bytes[p] == ' ' || bytes[p] == '\t' || (returns && bytes[p] == '\r' && bytes[p + 1] != '\n')) p++;
    const bool empty = endsLine(bytes, p) || (comment != 0 && bytes[p] == comment);
    if (!empty) p = read(p, n, spaces, wrong);
    const size_t lineEnd =
        p != kFailed && bytes[p] == 10 ? p : lineFeed(bytes, p == kFailed ? lineStart : p, chunk.end);
    if (p == kFailed || lineEnd - lineStart > plan.maxLineBytes || (at.nul && hasNul(bytes, lineStart, lineEnd))) {
      putBad(plan, bytes, out, at, at.line, lineStart, lineEnd, wrong);
    } else if (!empty) {
      at.features = n;
      at.spaces = spaces;
      endExample(plan, out, at);
    }
    at.line++;
    at.p = lineEnd + 1;
  }
}

// Ends the features of a line that are all of the namespace without a name.
inline void endUnnamed(const TokenPlan& plan, const Tokens& out, size_t n, size_t& spaces) {
  if (plan.spaces) putSpace(out, spaces, ' ', n);
}

}  // namespace ol::tokenizers
