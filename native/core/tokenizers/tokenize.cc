#include "tokenize.h"

#include "vector.h"

namespace ol::tokenizers {

Tier bestTier() { return hasVectors() ? kVector : kScalar; }

void tokenize(Format format, Tier tier, const TokenPlan& plan, const Chunk& chunk, const Tokens& out, double* counts) {
  using Walk = void (*)(const TokenPlan&, const Chunk&, size_t, const Tokens&, Progress&);
  using Block = bool (*)(const TokenPlan&, const Chunk&, size_t, const Tokens&, Progress&);
  constexpr Walk walks[] = {walkVw, walkSvmlight, walkCsv, walkJsonl, walkCounts};
  constexpr Block blocks[] = {blockVw, blockSvmlight, blockCsv, nullptr, nullptr};
  Progress at;
  at.p = chunk.start;
  at.nul = hasNul(chunk.bytes, chunk.start, chunk.end);
  out.offsets[0] = 0;
  const bool vectors = blocks[format] != nullptr && tier != kScalar && !at.nul && hasVectors();
  while (at.p < chunk.end) {
    size_t stop = chunk.end;
    if (vectors) {
      stop = lineFeed(chunk.bytes, at.p + kBlockBytes < chunk.end ? at.p + kBlockBytes : chunk.end - 1, chunk.end) + 1;
      if (blocks[format](plan, chunk, stop, out, at)) continue;
    }
    walks[format](plan, chunk, stop, out, at);
    // a quoted field goes on past the chunk
    if (at.p < stop) break;
  }
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
  counts[kCountSpaces] = static_cast<double>(at.spaces);
}

}  // namespace ol::tokenizers
