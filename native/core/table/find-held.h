// Rows of a table that hold something: see packages/spec/src/table-calls.ts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ol {

// Sets to 1 the flags of rows that have a bit that is not 0: row r is the `stride` bytes from data + r * stride on.
// Pages that were never written are zeros, and reading them would give each memory: where the system tells which they
// are, they are not read. Only for memory that is private to the process and backed by no file.
void findHeld(const uint8_t* data, size_t stride, size_t rows, uint8_t* flags);

}  // namespace ol
