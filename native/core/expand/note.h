// Assigns the columns that features' names determine. Twin: packages/fallback/src/expand/note.ts
#pragma once

#include <algorithm>

#include "../table.h"
#include "state.h"

namespace ol::expand {

// How many of the features with named columns come before this place of the batch.
inline size_t namedBefore(const NamedFeatures& named, uint32_t at) {
  return static_cast<size_t>(std::lower_bound(named.at, named.at + named.size, at) - named.at);
}

// Assigns a column to each feature of example e without one, before the example is used: the number of a column
// must not depend on the batches. `next`: the first of the features with named columns in the example. Returns the
// first after it.
inline size_t noteColumns(const NamedFeatures& named, State& s, const Batch& batch, size_t e, size_t next) {
  const uint32_t end = batch.offsets[e + 1];
  size_t k = next;
  for (; k < named.size && named.at[k] < end; k++) {
    const size_t row = batch.indices[named.at[k]] & (s.rows - 1);
    if (s.of.column[row] != 0) continue;
    uint32_t& column = named.columns[named.of[k]];
    if (column == 0) column = static_cast<uint32_t>(++s.scalars[kColumns]);
    s.of.column[row] = column;
  }
  return k;
}

}  // namespace ol::expand
