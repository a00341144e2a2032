// Turns a chunk of text into examples in the fastest way that this machine has; every way gives the same bytes.
#pragma once

#include "../tiers.h"
#include "tokens.h"

namespace ol::tokenizers {

// Positions in the counts, as in packages/spec/src/tokenizer.ts.
enum Count : size_t {
  kCountExamples,
  kCountFeatures,
  kCountLines,
  kCountBad,
  kCountConsumed,
  kCountWeighted,
  kCountInitial,
  kCountTagged,
  kCountSpaces,
  kCountOdd,
  kCountShort,
  kCountBlank,
  kCountLength
};

// Reads a chunk; `tier` is one that this machine has.
void tokenize(Format format, Tier tier, const TokenPlan& plan, const Chunk& chunk, const Tokens& out, double* counts);

}  // namespace ol::tokenizers
