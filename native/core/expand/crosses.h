// Which tokens of an example have columns that were chosen together. Twin: packages/fallback/src/expand/crosses.ts
#pragma once

#include <vector>

#include "state.h"

namespace ol::expand {

// By their tokens.
struct Pair {
  uint32_t a, b;
};
struct Triple {
  uint32_t a, b, c;
};

struct Crosses {
  size_t tokens = 0;
  const uint32_t* columns = nullptr;
  // by column: its first token, from 1
  std::vector<uint32_t> head;
  // the next token of the same column, from 1
  uint32_t next[kTokens];
  std::vector<Pair> pairs;
  std::vector<Triple> triples;
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
          if (b - 1 > a) pairs.push_back({a, b - 1});
  }

  // Finds the chosen triples: by the token of the lowest column.
  void findTriples(const Chosen& c) {
    for (uint32_t a = 0; a < tokens; a++)
      for (size_t i = c.tripleStarts[columns[a] - 1], end = c.tripleStarts[columns[a]]; i < end; i++) {
        const uint32_t second = head[c.triples[2 * i]], third = head[c.triples[2 * i + 1]];
        // one branch for both: most triples of sparse columns do not occur
        if ((second == 0) | (third == 0)) continue;
        for (uint32_t b = second; b > 0; b = next[b - 1])
          for (uint32_t d = third; d > 0; d = next[d - 1]) triples.push_back({a, b - 1, d - 1});
      }
  }

  // Marks the chosen pairs, or removes the marks.
  void mark(uint8_t is) {
    for (const Pair& of : pairs) chosen[of.a * kTokens + of.b] = chosen[of.b * kTokens + of.a] = is;
  }

  // Takes the tokens off.
  void release() {
    for (size_t a = 0; a < tokens; a++) head[columns[a] - 1] = 0;
  }
};

}  // namespace ol::expand
