// Probabilities of classes from their scores. Twin: packages/fallback/src/mixture/class-probabilities.ts.
#pragma once

#include <algorithm>
#include <cstddef>

namespace ol {

// Most probabilities of a block of examples: they stay in the cache of a core.
inline constexpr size_t kMostProbabilities = 2048;

// Examples of a block, of `size` in all: functions of a vector wait less than one after another.
inline size_t blockOf(size_t classes, size_t size) {
  return std::min(size, std::max<size_t>(1, kMostProbabilities / classes));
}

// Fills the probabilities of n scores, each by itself; 0 for a score that is no number.
void logistics(const double* scores, size_t n, double* out);

// Fills the probabilities of the classes of n examples, by example, then class. A score that is no number, of a class
// that diverged, gets 0.
void classProbabilities(const double* scores, size_t n, size_t classes, bool independent, double* out);

}  // namespace ol
