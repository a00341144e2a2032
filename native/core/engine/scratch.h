// Working memory of an engine, one set per thread, grown to the longest example seen: a call for one example allocates
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../rules/active.h"
#include "../rules/standardized/survey.h"
#include "copy-places.h"

namespace ol {

// The change of a feature's value by a scale that moves.
struct Move {
  size_t at;
  double r;
};

struct Scratch {
  std::vector<uint32_t> row;
  std::vector<uint8_t> group;
  std::vector<double> r, units, q, scalars;
  std::vector<Move> moves;
  // states of the features of an example side by side, in the precision of the table
  std::vector<double> before, after;
  // lane by lane: score, derivative, multiplier, sum of `gather`, label, step size, step, score change per unit of step
  std::vector<double> z, g, m, a, y, k, u, ppu, weight, seen;
  // squared derivatives, lane by lane
  std::vector<double> square;
  // the lanes of each column of classes, one after another, and the end of each column; shares of a column, and their
  // sums
  std::vector<uint32_t> columns;
  std::vector<size_t> columnEnds;
  std::vector<double> shares, sums;
  // the labels of a batch, as one lane sees them
  std::vector<double> targets;
  // for rules that survey: the active features, the features of the example; of each lane its family and its G0
  Active active;
  Present present;
  std::vector<double> family, priors;
  // a copy of the rows of one example
  Places places;
  std::vector<uint32_t> copyIndices;
  std::vector<double> copyLane, copyShared, copyTable;
};

Scratch& scratch();

template <class T>
inline void grow(std::vector<T>& vector, size_t size) {
  if (vector.size() < size) vector.resize(size);
}

}  // namespace ol
