#include "dense-list.h"

#include <algorithm>

#include "../../engine/is-present.h"
#include "arithmetic.h"
#include "survey.h"

namespace ol {

void readList(const Table& table, const Step& c, Present& p) {
  if (p.listed) return;
  p.list.clear();
  double next = c.scalar(kFirst);
  for (size_t steps = 0; next > 0 && steps < table.rows; steps++) {
    const size_t row = static_cast<size_t>(next - 1) & (table.rows - 1);
    p.list.push_back(static_cast<uint32_t>(row));
    next = sharedOf(table, row)[kNext];
  }
  // a circular list is not reliable
  p.listed = !(next > 0);
}

void walk(const Table& table, const Step& c, uint64_t found, Present& p) {
  const double *x = p.of(Present::kX), *counts = p.of(Present::kCount), *next = p.of(Present::kNext);
  const double* missing = p.of(Present::kMissing);
  uint8_t* isDense = p.isDense.data() + 1;
  const size_t n = p.size;
  p.left.clear();
  p.joined = 0;
  p.reserveDense(p.list.size() + n);
  uint32_t* const denseRow = p.denseRow.data();
  int32_t* const densePlace = p.densePlace.data();
  size_t dense = 0;
  for (const uint32_t row : p.list) {
    const int32_t j = p.places.find(row);
    const double* S = sharedOf(table, row);
    if (4 * (j < 0 ? S[kCount] : counts[j]) < c.t - (j < 0 ? S[kMissing] : missing[j])) {
      if (j >= 0) isDense[j] = 0;
      p.left.push_back(row);
    } else {
      denseRow[dense] = row;
      densePlace[dense++] = j;
    }
  }
  for (size_t j = 0; (found & kJoining) != 0 && j < n; j++) {
    if (!isPresent(x[j]) || next[j] != 0 || !(2 * counts[j] > c.t - missing[j])) continue;
    isDense[j] = 1;
    p.joined++;
    denseRow[dense] = p.rows()[j];
    densePlace[dense++] = static_cast<int32_t>(j);
  }
  p.denseSize = dense;
}

bool isListed(const Present& p, int64_t row) {
  const auto dense = p.denseRow.begin();
  return row >= 0 && std::find(dense, dense + p.denseSize, static_cast<uint32_t>(row)) != dense + p.denseSize;
}

bool noneDense(const Present& p) {
  return std::all_of(p.isDense.begin() + 1, p.isDense.begin() + 1 + p.size, [](uint8_t dense) { return dense == 0; });
}

}  // namespace ol
