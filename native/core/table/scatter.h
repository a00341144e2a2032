// Copies a sequence of rows to their places in a table: see packages/spec/src/table-calls.ts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../pages.h"

namespace ol {

// Copies rows of `bytes` bytes each; row r goes to data + r * stride.
inline void scatter(const uint8_t* from, size_t bytes, const uint32_t* rows, size_t count, uint8_t* data,
                    size_t stride) {
  for (size_t i = 0; i < count; i++, from += bytes) {
    if (i + kAhead < count) fetchLines(data + rows[i + kAhead] * stride, bytes);
    std::memcpy(data + rows[i] * stride, from, bytes);
  }
}

}  // namespace ol
