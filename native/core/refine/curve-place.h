// Curves over scores: see packages/spec/src/bending.ts.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ol {

// Scores of which the quantiles are cut points, and scalars: before the columns, and of each column.
inline constexpr size_t kCurveWindow = 1024, kCurveFixed = 1, kCurveEach = 2;
// Examples before the first cut points.
inline constexpr uint64_t kFirstCuts = 256;

struct BendingPlan {
  bool binary;
  size_t columns, most;
};

struct CurveState {
  double *scalars, *scores, *points;

  // The examples so far, and the cut points of a column: whole numbers.
  uint64_t examples() const { return static_cast<uint64_t>(scalars[0]); }
  size_t countOf(size_t column) const { return static_cast<size_t>(scalars[kCurveFixed + kCurveEach * column + 1]); }
};

struct BendingTurns {
  size_t size;
  const double *given, *labels, *weights;
  const uint8_t* moves;
};

// The place of a score on a curve: the point before it, and the weight of the next point.
struct CurvePlace {
  size_t low;
  double share;
};

// Twin: packages/fallback/src/refine/curve-place.ts.
inline double placeOn(CurvePlace& place, const double* cuts, const double* values, size_t base, size_t count,
                      double score) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (cuts[base + middle] < score) low = middle + 1;
    else high = middle;
  }
  if (low == 0 || low == count) {
    place = {base + (low == 0 ? 0 : count - 1), 0};
    return values[place.low];
  }
  const size_t at = base + low - 1;
  const double share = (score - cuts[at]) / (cuts[at + 1] - cuts[at]);
  place = {at, share};
  return (1 - share) * values[at] + share * values[at + 1];
}

// Whether curves are cut after this many examples. Twin: packages/spec/src/bending.ts.
inline bool cutsAreDue(uint64_t examples) { return examples >= kFirstCuts && (examples & (examples - 1)) == 0; }

}  // namespace ol
