// Where a table lies in memory: in huge pages (a third fewer cache misses on page tables at 2^24 rows), and from the
// start of a cache line (a slot of 64 bytes touches one line, not two, of which only one is prefetched).
#pragma once

#include <cstddef>

namespace ol {

// A hint for a buffer that has not been touched yet; does nothing where the system has no such pages.
void adviseHugePages(void* data, size_t bytes);

// From an address to the next start of a cache line; 0 where doubles could not start there.
size_t bytesToLine(const void* data);

}  // namespace ol
