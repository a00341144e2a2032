// Quantile sketches, which only compare values. Twin: packages/fallback/src/expand/sketch.ts
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "state.h"

namespace ol::expand {

// The number of values at which boundaries are found first.
constexpr double kFirst = 16;

// A value with a weight: it represents this many values.
struct Weighted {
  double value, weight;
};

inline bool isBuilt(const Sketches& s, size_t k) { return s.counts[2 * k + 1] > kFirst; }

// The number of boundaries below x, by bisection without a branch, since every second one would be mispredicted. It
// multiplies because compilers turn a conditional into a branch.
inline uint32_t rankOf(const Sketches& s, size_t k, double x) {
  static_assert((kBounds & (kBounds + 1)) == 0);
  const double* q = s.bounds + k * kBounds;
  uint32_t below = 0;
  for (uint32_t half = (kBounds + 1) / 2; half > 0; half /= 2)
    below += half * static_cast<uint32_t>(q[below + half - 1] < x);
  return below;
}

inline void addLevel(State& s, size_t k, size_t h) {
  s.sketches.levels[k * kLevels + h] = static_cast<uint32_t>(++s.scalars[kLists]);
}

// Starts a sketch and returns its number.
inline size_t newSketch(State& s) {
  const size_t k = static_cast<size_t>(s.scalars[kSketches]++);
  s.sketches.counts[2 * k + 1] = kFirst;
  addLevel(s, k, 0);
  return k;
}

// Sorts the values of a level. In all levels but the first they are two sorted runs, which came from the level below.
inline void sortLevel(double* from, size_t count) {
  double *end = from + count, *middle = std::is_sorted_until(from, end);
  if (middle == end) return;
  if (!std::is_sorted(middle, end)) {
    std::sort(from, end);
    return;
  }
  double merged[kLevel];
  std::copy_n(merged, std::merge(from, middle, middle, end, merged) - merged, from);
}

// Moves every other value of a full level one level up.
inline void raise(const Sketches& s, size_t k, size_t h) {
  const size_t at = k * kLevels + h;
  double* from = s.items + (s.levels[at] - 1) * kLevel;
  sortLevel(from, kLevel);
  double* to = s.items + (s.levels[at + 1] - 1) * kLevel;
  for (size_t j = (s.toggles[k] >> h) & 1; j < kLevel; j += 2) to[s.fills[at + 1]++] = from[j];
  s.toggles[k] ^= uint32_t{1} << h;
  s.fills[at] = 0;
}

// Merges the values of a level, of a weight, into the values of the levels below it.
inline void mergeLevel(const double* values, size_t count, double weight, std::vector<Weighted>& all,
                       std::vector<Weighted>& scratch) {
  double sorted[kLevel];
  std::copy_n(values, count, sorted);
  sortLevel(sorted, count);
  scratch.resize(all.size() + count);
  size_t i = 0, j = 0;
  for (Weighted& to : scratch) {
    const bool first = j == count || (i < all.size() && all[i].value <= sorted[j]);
    to = first ? all[i++] : Weighted{sorted[j++], weight};
  }
  all.swap(scratch);
}

// Sets boundary b to the first value that has the share (b + 1) / 256 at or below it.
inline void findBounds(const Sketches& s, size_t k) {
  static thread_local std::vector<Weighted> ofAll, ofScratch;
  std::vector<Weighted>&all = ofAll, &scratch = ofScratch;
  all.clear();
  double whole = 0, weight = 1;
  for (size_t h = 0; h < kLevels && s.levels[k * kLevels + h] > 0; h++, weight *= 2) {
    const size_t count = s.fills[k * kLevels + h];
    mergeLevel(s.items + (s.levels[k * kLevels + h] - 1) * kLevel, count, weight, all, scratch);
    whole += weight * static_cast<double>(count);
  }
  double sum = 0;
  size_t j = 0;
  for (size_t b = 1; b <= kBounds; b++) {
    const double share = (whole * static_cast<double>(b)) / (kBounds + 1);
    while (sum + all[j].weight < share) sum += all[j++].weight;
    s.bounds[k * kBounds + b - 1] = all[j].value;
  }
}

// Adds a value; the sketch must have space for one more level.
inline void addToSketch(State& state, size_t k, double x) {
  const Sketches& s = state.sketches;
  size_t at = k * kLevels;
  s.items[(s.levels[at] - 1) * kLevel + s.fills[at]++] = x;
  s.counts[2 * k]++;
  for (size_t h = 0; s.fills[at] == kLevel && h + 1 < kLevels; h++, at++) {
    if (s.levels[at + 1] == 0) addLevel(state, k, h + 1);
    raise(s, k, h);
  }
  if (s.counts[2 * k] < s.counts[2 * k + 1]) return;
  s.counts[2 * k + 1] = std::floor(1.25 * s.counts[2 * k + 1]) + 1;
  findBounds(s, k);
}

}  // namespace ol::expand
