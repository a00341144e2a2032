// Copies rows of a table into one sequence: see packages/spec/src/table-calls.ts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../pages.h"

namespace ol {

// `kBytes`: the bytes of a row if compilers know them, else 0.
template <size_t kBytes>
void gatherRows(const uint8_t* data, size_t stride, size_t bytes, const uint32_t* rows, size_t count, uint8_t* out) {
  const size_t width = kBytes == 0 ? bytes : kBytes;
  for (size_t i = 0; i < count; i++, out += width) {
    if (i + kAhead < count) fetchLines<0>(data + rows[i + kAhead] * stride, width);
    std::memcpy(out, data + rows[i] * stride, width);
  }
}

// Copies rows of `bytes` bytes each; row r starts at data + r * stride.
inline void gather(const uint8_t* data, size_t stride, size_t bytes, const uint32_t* rows, size_t count, uint8_t* out) {
  // a state that lanes share
  if (bytes == sizeof(double)) gatherRows<sizeof(double)>(data, stride, bytes, rows, count, out);
  else gatherRows<0>(data, stride, bytes, rows, count, out);
}

}  // namespace ol
