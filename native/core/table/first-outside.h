// The ranges of the numbers of a model: see packages/spec/src/rules/state-range.ts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ol {

struct StateRange {
  double min;
  double max;
  // one further number that belongs to it; NaN: there is none
  double also;
  bool integer;
  bool eitherSign;
};

inline bool isWithin(const StateRange& range, double value) {
  const double size = range.eitherSign && value < 0 ? -value : value;
  const bool whole = !range.integer || value == std::floor(value);
  return (value == range.also) | ((size >= range.min) & (size <= range.max) & whole);
}

// Returns the place of the first number that is outside a range; their count: none is.
template <typename Number>
size_t firstOutside(const Number* numbers, size_t count, const StateRange& range) {
  // compilers vectorize a block without an exit
  constexpr size_t block = 64;
  for (size_t from = 0; from < count; from += block) {
    const size_t to = std::min(count, from + block);
    bool within = true;
    for (size_t i = from; i < to; i++) within &= isWithin(range, numbers[i]);
    if (within) continue;
    for (size_t i = from; i < to; i++)
      if (!isWithin(range, numbers[i])) return i;
  }
  return count;
}

}  // namespace ol
