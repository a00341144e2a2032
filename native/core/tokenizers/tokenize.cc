#include "tokenize.h"

namespace ol::tokenizers {

Tier bestTier() { return kScalar; }

void tokenize(Format format, Tier tier, const TokenPlan& plan, const Chunk& chunk, const Tokens& out, double* counts) {
  static_cast<void>(tier);
  Progress at;
  at.p = chunk.start;
  at.nul = hasNul(chunk.bytes, chunk.start, chunk.end);
  out.offsets[0] = 0;
  constexpr void (*walks[])(const TokenPlan&, const Chunk&, size_t, const Tokens&, Progress&) = {walkVw, walkSvmlight,
                                                                                                    walkCsv};
  walks[format](plan, chunk, chunk.end, out, at);
  bool weighted = false, initial = false, tagged = false;
  for (size_t e = 0; e < at.examples; e++) {
    weighted |= out.weights[e] != 1;
    initial |= out.initial[e] != 0;
    tagged |= out.tags[2 * e + 1] != 0;
  }
  counts[kCountExamples] = static_cast<double>(at.examples);
  counts[kCountFeatures] = static_cast<double>(at.features);
  counts[kCountLines] = at.line;
  counts[kCountBad] = static_cast<double>(at.bad);
  counts[kCountConsumed] = static_cast<double>(at.p);
  counts[kCountWeighted] = weighted;
  counts[kCountInitial] = initial;
  counts[kCountTagged] = tagged;
}

}  // namespace ol::tokenizers
