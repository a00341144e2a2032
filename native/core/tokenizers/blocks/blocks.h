// The ways with vectors: a block of lines at a time, batched by stage. They take clean lines only. Whatever is rare or
// wrong in a block makes them give it back untouched, and the walk of the format (tokens.h) reads it instead: grammar
// and faults are only there.
#pragma once

#include "../../tiers.h"
#include "../tokenize.h"

namespace ol::tokenizers {

// Reads the lines from at.p up to `stop`; false, with `at` as it was, where it leaves them to the walk.
using Block = bool (*)(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at);

// nullptr: the format or the tier has no vectors
Block blockOf(Format format, Tier tier);

// Bytes of a block, up to the end of its last line: what the stages hand on stays near.
constexpr size_t kBlockBytes = 1 << 13;

}  // namespace ol::tokenizers
