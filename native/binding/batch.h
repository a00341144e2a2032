// The examples of a call, as several calls take them.
#pragma once

#include "../core/table.h"
#include "arguments.h"

namespace ol::binding {

// The features of a batch, without upper halves of keys. On failure throws and returns false, as `readLabels`.
template <class Call>
bool readFeatures(const Arguments<Call>& in, Batch& batch) {
  using A = typename Call::Array;
  const size_t size = in.whole(Call::Number::size);
  if (!in.checkOffsets(A::offsets, size)) return false;
  batch = {};
  batch.size = size;
  batch.offsets = in.template elements<const uint32_t>(A::offsets);
  batch.indices = in.template elements<const uint32_t>(A::indices);
  batch.values = in.template elements<const double>(A::values);
  const size_t features = size == 0 ? 0 : batch.offsets[size];
  return in.needs(A::indices, features) && in.needs(A::values, features);
}

// The labels and weights of a batch whose features have been read.
template <class Call>
bool readLabels(const Arguments<Call>& in, Batch& batch) {
  using A = typename Call::Array;
  batch.labels = in.template elements<const double>(A::labels);
  batch.weights = in.template elements<const double>(A::weights);
  return in.needs(A::labels, batch.size) && in.needsIfPresent(A::weights, batch.size);
}

}  // namespace ol::binding
