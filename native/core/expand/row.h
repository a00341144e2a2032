// The features of an example, and which of them take part in derived ones. Twin: packages/fallback/src/expand/row.ts
#pragma once

#include <vector>

#include "../engine/is-present.h"
#include "../table.h"
#include "sketch.h"

namespace ol::expand {

// A feature that is often absent takes part from this number of occurrences, and this share of the examples, on.
constexpr double kFewest = 32;
constexpr double kSeldom = 64;

struct Row {
  // the features of the example, one for each row of the table
  size_t size = 0;
  std::vector<uint32_t> rows;
  // NaN: all features of the row are missing
  std::vector<double> x;
  // by row of the table: the place of the feature, from 1
  std::vector<uint32_t> place;
  // values to add to a sketch
  size_t sketched = 0;
  uint32_t sketchRows[kTokens];
  double sketchX[kTokens];
  // tokens: their rows, columns (from 1), and ranks; -1: the feature itself
  size_t tokens = 0;
  uint32_t tokenRows[kTokens], tokenColumns[kTokens];
  int32_t ranks[kTokens];

  // Collects the features of an example. Features that share a row add up; a missing one adds nothing.
  void collect(const State& s, const Batch& batch, size_t e, double constant) {
    if (place.size() < s.rows) place.assign(s.rows, 0);
    const size_t from = batch.offsets[e], to = batch.offsets[e + 1], mask = s.rows - 1;
    if (rows.size() < to - from) {
      rows.resize(2 * (to - from));
      x.resize(2 * (to - from));
    }
    size = 0;
    for (size_t i = from; i < to; i++) {
      const double value = batch.values[i];
      if (value == 0 || static_cast<double>(batch.indices[i]) == constant) continue;
      const uint32_t row = static_cast<uint32_t>(batch.indices[i] & mask);
      if (place[row] > 0) {
        double& sum = x[place[row] - 1];
        if (value == value) sum = sum == sum ? sum + value : value;
        continue;
      }
      rows[size] = row;
      x[size++] = value;
      place[row] = static_cast<uint32_t>(size);
    }
  }

  // Removes the marks of the features.
  void release() {
    for (size_t j = 0; j < size; j++) place[rows[j]] = 0;
  }

  // Finds the tokens: first the features that are not dense, in their order; then the dense ones in the order of their
  // list.
  void tokenize(const State& s) {
    tokens = sketched = 0;
    const double t = s.scalars[kExamples];
    const Rows& of = s.of;
    for (size_t j = 0; j < size && hasCapacity(); j++) {
      const uint32_t row = rows[j];
      const uint8_t flags = of.flags[row];
      if (!isPresent(x[j]) || (flags & kIsDense) != 0 || of.column[row] == 0) continue;
      const double n = of.seen[row];
      if ((flags & kVaries) != 0 && n >= kFewest && kSeldom * n >= t) {
        addValue(s, row, x[j]);
      } else {
        const double often = of.columnCount[of.column[row] - 1];
        // a new category has no statistics, and columns with a different one in every row would take most of the
        // screening
        if (n > 0 && often >= kFewest && kSeldom * often >= t) addToken(s, row, -1);
      }
    }
    const size_t dense = static_cast<size_t>(s.scalars[kDense]);
    for (size_t d = 0; d < dense && hasCapacity(); d++) {
      const uint32_t row = of.dense[d];
      const double value = place[row] > 0 ? x[place[row] - 1] : 0;
      // a missing value is in no part of the range
      if (value != value) continue;
      if ((of.flags[row] & kVaries) != 0) addValue(s, row, value == 0 ? 0 : value);
      else if (value != 0 && of.seen[row] < t) addToken(s, row, -1);
    }
  }

 private:
  bool hasCapacity() const { return tokens < kTokens && sketched < kTokens; }

  void addValue(const State& s, uint32_t row, double value) {
    sketchRows[sketched] = row;
    sketchX[sketched++] = value;
    const uint32_t sketch = s.of.sketch[row];
    if (sketch > 0 && isBuilt(s.sketches, sketch - 1))
      addToken(s, row, static_cast<int32_t>(rankOf(s.sketches, sketch - 1, value)));
  }

  void addToken(const State& s, uint32_t row, int32_t rank) {
    tokenRows[tokens] = row;
    tokenColumns[tokens] = s.of.column[row];
    ranks[tokens++] = rank;
  }
};

}  // namespace ol::expand
