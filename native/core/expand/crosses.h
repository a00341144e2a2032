// Which tokens of an example have columns that were chosen together. Twin: packages/fallback/src/expand/crosses.ts
#pragma once

#include <vector>

#include "state.h"

namespace ol::expand {

struct Crosses {
  size_t tokens = 0;
  const uint32_t* columns = nullptr;
  // by column: its first token, from 1
  std::vector<uint32_t> head;
  // the next token of the same column, from 1
  uint32_t next[kTokens];
  // by their tokens, each two or three numbers
  std::vector<uint32_t> pairs, triples;
  // whether tokens a and b, at 128 a + b, are a chosen pair
  uint8_t chosen[kTokens * kTokens] = {};

  // Places tokens; `of`: the column of each, from 1.
  void place(const State& s, const uint32_t* of, size_t count) {
    if (head.size() < s.rows) head.assign(s.rows, 0);
    tokens = count;
    columns = of;
    pairs.clear();
    triples.clear();
    for (size_t a = count; a-- > 0;) {
      next[a] = head[of[a] - 1];
      head[of[a] - 1] = static_cast<uint32_t>(a) + 1;
    }
  }

  // Finds the chosen pairs: by their first token, then in the order in which they were chosen.
  void findPairs(const Chosen& c) {
    for (uint32_t a = 0; a < tokens; a++)
      for (size_t i = c.pairStarts[columns[a] - 1], end = c.pairStarts[columns[a]]; i < end; i++)
        for (uint32_t b = head[c.pairs[i]]; b > 0; b = next[b - 1])
          if (b - 1 > a) {
            pairs.insert(pairs.end(), {a, b - 1});
            chosen[a * kTokens + b - 1] = chosen[(b - 1) * kTokens + a] = 1;
          }
  }

  // Finds the chosen triples: by the token of the lowest column.
  void findTriples(const Chosen& c) {
    for (uint32_t a = 0; a < tokens; a++)
      for (size_t i = c.tripleStarts[columns[a] - 1], end = c.tripleStarts[columns[a]]; i < end; i++) {
        const uint32_t second = head[c.triples[2 * i]], third = head[c.triples[2 * i + 1]];
        // one branch for both: most triples of sparse columns are not there
        if ((second == 0) | (third == 0)) continue;
        for (uint32_t b = second; b > 0; b = next[b - 1])
          for (uint32_t d = third; d > 0; d = next[d - 1]) triples.insert(triples.end(), {a, b - 1, d - 1});
      }
  }

  // Takes the marks off.
  void release() {
    for (size_t i = 0; i < pairs.size(); i += 2)
      chosen[pairs[i] * kTokens + pairs[i + 1]] = chosen[pairs[i + 1] * kTokens + pairs[i]] = 0;
    for (size_t a = 0; a < tokens; a++) head[columns[a] - 1] = 0;
  }
};

}  // namespace ol::expand
