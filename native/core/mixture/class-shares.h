// Shares of classes, to which their probabilities are in proportion. Twin:
// packages/fallback/src/mixture/class-shares.ts.
#pragma once

#include <algorithm>
#include <cstddef>

namespace ol {

// Most shares of a block of examples: they stay in the cache of a core.
inline constexpr size_t kMostShares = 2048;

// Examples of a block, of `size` in all: functions of a vector wait less than one after another.
inline size_t blockOf(size_t classes, size_t size) {
  return std::min(size, std::max<size_t>(1, kMostShares / classes));
}

// Fills the shares of the classes of n examples, by example, then class. A score that is no number, of a class that
// diverged, has none.
void classShares(const double* scores, size_t n, size_t classes, bool independent, double* out);

}  // namespace ol
