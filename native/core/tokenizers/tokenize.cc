#include "tokenize.h"

#include "blocks/blocks.h"

namespace ol::tokenizers {

void tokenize(Format format, Tier tier, const TokenPlan& plan, const Chunk& chunk, const Tokens& out, double* counts) {
  using Walk = void (*)(const TokenPlan&, const Chunk&, size_t, const Tokens&, Progress&);
  constexpr Walk walks[] = {walkVw, walkSvmlight, walkCsv, walkJsonl, walkCounts};
  const Block block = blockOf(format, tier);
  Progress at;
  at.p = chunk.start;
  out.offsets[0] = 0;
  bool looked = false;
  while (at.p < chunk.end) {
    size_t stop = chunk.end;
    if (block != nullptr) {
      stop = lineFeed(chunk.bytes, at.p + kBlockBytes < chunk.end ? at.p + kBlockBytes : chunk.end - 1, chunk.end) + 1;
      if (block(plan, chunk, stop, out, at)) continue;
    }
    if (!looked) at.nul = hasNul(chunk.bytes, at.p, chunk.end);
    looked = true;
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
