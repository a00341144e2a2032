// Copies rows of a table into one sequence: see packages/spec/src/table-calls.ts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ol {

// Copies rows of `bytes` bytes each; row r starts at data + r * stride.
inline void gather(const uint8_t* data, size_t stride, size_t bytes, const uint32_t* rows, size_t count, uint8_t* out) {
  for (size_t i = 0; i < count; i++, out += bytes) std::memcpy(out, data + rows[i] * stride, bytes);
}

}  // namespace ol
