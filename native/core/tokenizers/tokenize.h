// A chunk of text to examples, by the fastest way that this machine has; every way gives the same bytes.
#pragma once

#include "tokens.h"

namespace ol::tokenizers {

enum Format { kVw, kSvmlight, kCsv, kJsonl, kCounts, kFormatCount };

// How much of a chunk the vectors may do; `kBest` is what the machine allows.
enum Tier { kScalar, kVector, kBest };

// Positions in the counts, as in packages/spec/src/tokenizer.ts.
enum Count : size_t {
  kCountExamples, kCountFeatures, kCountLines, kCountBad, kCountConsumed, kCountWeighted, kCountInitial, kCountTagged,
  kCountSpaces, kCountLength
};

void tokenize(Format format, Tier tier, const TokenPlan& plan, const Chunk& chunk, const Tokens& out, double* counts);

// The tier that kBest stands for here.
Tier bestTier();

}  // namespace ol::tokenizers
