// The table's list of dense features, with an example. Part of the twin of survey.h
#pragma once

#include "../../table.h"
#include "../rule.h"
#include "present.h"

namespace ol {

// Shared state of a row.
enum Shared { kCount, kMean, kSquares, kUnit, kNext, kMissing };

inline double* sharedOf(const Table& table, size_t row) {
  return table.shared + table.sharedStart + row * table.sharedStride;
}

// Reads the list: always the same within a call, until a feature joins or leaves.
void readList(const Table& table, const Step& c, Present& p);
// Updates the list with this example; `found`: the kinds of its features.
void walk(const Table& table, const Step& c, uint64_t found, Present& p);
// Whether a row belongs to a dense feature.
bool isListed(const Present& p, int64_t row);
// Whether none of the features of the example is dense.
bool noneDense(const Present& p);

}  // namespace ol
