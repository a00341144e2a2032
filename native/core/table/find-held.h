// Rows of a table that are not all zeros: see packages/spec/src/table-calls.ts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ol {

// Sets to 1 the flags of rows with a bit that is not 0: row r is the `stride` bytes from data + r * stride on.
// Pages that were never written are zeros, and reading them would allocate memory for each: if the system tells
// which they are, they are not read. Only for memory that is private to the process and not backed by a file.
void findHeld(const uint8_t* data, size_t stride, size_t rows, uint8_t* flags);

}  // namespace ol
