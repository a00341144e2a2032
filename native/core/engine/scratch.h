// Working memory of an engine, one set per thread, grown to the longest example seen: a call for one example allocates
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ol {

struct Scratch {
  std::vector<uint32_t> row;
  std::vector<double> r, q, scalars;
  // states of the features of an example side by side, in the precision of the table
  std::vector<double> before, after;
  // lane by lane: score, derivative, multiplier, sum of `gather`, label, step size, step, score change per unit of step
  std::vector<double> z, g, m, a, y, k, u, ppu, weight, seen;
  // a copy of the rows of one example
  std::unordered_map<size_t, uint32_t> places;
  std::vector<uint32_t> copyIndices;
  std::vector<double> copyLane, copyShared;
};

Scratch& scratch();

template <class T>
inline void grow(std::vector<T>& vector, size_t size) {
  if (vector.size() < size) vector.resize(size);
}

}  // namespace ol
