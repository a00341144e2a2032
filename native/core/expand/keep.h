// Adds an example to the statistics of features and columns. Twin: packages/fallback/src/expand/keep.ts
#pragma once

#include "row.h"

namespace ol::expand {

inline void countFeature(State& s, uint32_t row, double x, double t) {
  const Rows& of = s.of;
  const double n = ++of.seen[row];
  if (n == 1) of.first[row] = x;
  else if (x != of.first[row]) of.flags[row] |= kVaries;
  if (of.column[row] == 0) of.column[row] = static_cast<uint32_t>(++s.scalars[kColumns]);
  const size_t column = of.column[row] - 1;
  if (of.columnLast[column] != t) {
    of.columnLast[column] = t;
    of.columnCount[column]++;
  }
  if ((of.flags[row] & kIsDense) == 0 && 2 * n > t) {
    of.flags[row] |= kIsDense;
    of.dense[static_cast<size_t>(s.scalars[kDense]++)] = row;
  }
}

// Removes features that are no longer dense from the list.
inline void walk(State& s, double t) {
  const Rows& of = s.of;
  const size_t n = static_cast<size_t>(s.scalars[kDense]);
  size_t kept = 0;
  for (size_t d = 0; d < n; d++) {
    const uint32_t row = of.dense[d];
    if (4 * of.seen[row] < t) of.flags[row] = static_cast<uint8_t>(of.flags[row] & ~kIsDense);
    else of.dense[kept++] = row;
  }
  s.scalars[kDense] = static_cast<double>(kept);
}

// Adds the current example.
inline void keepRow(State& s, const Row& row) {
  const double t = ++s.scalars[kExamples];
  for (size_t j = 0; j < row.size; j++)
    if (isPresent(row.x[j])) countFeature(s, row.rows[j], row.x[j], t);
  walk(s, t);
  for (size_t i = 0; i < row.sketched; i++) {
    uint32_t& sketch = s.of.sketch[row.sketchRows[i]];
    if (sketch == 0) sketch = static_cast<uint32_t>(newSketch(s) + 1);
    addToSketch(s, sketch - 1, row.sketchX[i]);
  }
}

}  // namespace ol::expand
