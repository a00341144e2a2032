// Hashes of names: see packages/spec/src/table-calls.ts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../hash/murmur3.h"

namespace ol {

// Name k of the bytes ends before ends[k], where the next begins.
inline void hashNames(const uint8_t* bytes, const uint32_t* ends, size_t count, uint32_t* hashes) {
  for (size_t k = 0, start = 0; k < count; start = ends[k++])
    hashes[k] = tokenizers::murmur3(bytes + start, ends[k] - start, 0);
}

}  // namespace ol
