#include "tokenize.h"

#include "blocks/blocks.h"

namespace ol::tokenizers {
namespace {

// Reads the lines up to `stop` in the fastest way.
void readLines(Walk walk, Block block, const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out,
               Progress& at, bool& looked) {
  if (block != nullptr && block(plan, chunk, stop, out, at)) return;
  if (!looked) at.nul = hasNul(chunk.bytes, at.p, chunk.end);
  looked = true;
  walk(plan, chunk, stop, out, at);
}

}  // namespace

void tokenize(Format format, Tier tier, const TokenPlan& plan, const Chunk& chunk, const Tokens& out, double* counts) {
#define OL_FORMAT_WALK(Name) walk##Name,
  constexpr Walk walks[] = {OL_FORMATS(OL_FORMAT_WALK)};
#undef OL_FORMAT_WALK
  const Block block = blockOf(format, tier);
  // the upper half of a key is its lower half from other seeds
  TokenPlan upperPlan = plan;
  upperPlan.seed = upperSeed(plan.seed);
  upperPlan.hash = plan.hash == kAll ? kAll : kWhole;
  upperPlan.columnHashes = plan.columnUppers;
  Tokens upperOut = out;
  upperOut.indices = out.upper;
  upperOut.missing = nullptr;
  Progress at;
  at.p = chunk.start;
  out.offsets[0] = 0;
  for (size_t k = 0; k < plan.columns; k++) out.missing[k] = 0;
  bool looked = false;
  while (at.p < chunk.end) {
    size_t stop = chunk.end;
    if (block != nullptr || out.upper != nullptr)
      stop = lineFeed(chunk.bytes, at.p + kBlockBytes < chunk.end ? at.p + kBlockBytes : chunk.end - 1, chunk.end) + 1;
    if (out.upper != nullptr) {
      Progress before = at;
      readLines(walks[format], block, upperPlan, chunk, stop, upperOut, before, looked);
      at.nul = before.nul;
    }
    readLines(walks[format], block, plan, chunk, stop, out, at, looked);
    // a quoted field continues past the chunk
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
  counts[kCountOdd] = static_cast<double>(at.odd);
  counts[kCountShort] = static_cast<double>(at.shortRows);
  counts[kCountBlank] = static_cast<double>(at.blankRows);
}

}  // namespace ol::tokenizers
