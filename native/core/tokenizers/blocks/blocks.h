// The vectorized readers: a block of lines at a time, batched by stage. They read only clean lines. If anything in
// a block is rare or wrong, they return the block unread, and the walk of the format (tokens.h) reads it: only the
// walk knows the grammar and the faults.
#pragma once

#include "../../tiers.h"
#include "../tokenize.h"

namespace ol::tokenizers {

// Reads the lines from at.p up to `stop`; returns false, with `at` unchanged, if it leaves them to the walk.
using Block = bool (*)(const TokenPlan& plan, const Chunk& chunk, size_t stop, const Tokens& out, Progress& at);

// nullptr: the format or the tier has no vectors
Block blockOf(Format format, Tier tier);

// The bytes of a block, up to the end of its last line: the data between the stages stay in the cache.
constexpr size_t kBlockBytes = 1 << 13;

}  // namespace ol::tokenizers
