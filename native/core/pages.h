// The memory of a table: in huge pages (a third fewer cache misses on page tables at 2^24 rows), and from the start of
// a cache line (a slot of 64 bytes touches one line, not two, of which only one is prefetched).
#pragma once

#include <cstddef>
#include <cstdint>

#include "table.h"

namespace ol {

// How many features ahead a row is fetched: far enough to hide a miss of the last-level cache.
inline constexpr size_t kAhead = 64;
// The same for rules that survey, which return to a row later.
inline constexpr size_t kSurveyAhead = 128;

inline constexpr size_t kHugePage = size_t{2} << 20;

// Moves the parts of a buffer that are in use (an eighth of the small pages was touched), or all of a buffer that
// soon will be, to huge pages. Does nothing if the system has none.
void useHugePages(void* data, size_t bytes, bool whole);

// The distance from an address to the next start of a cache line; 0 if doubles could not start there.
size_t bytesToLine(const void* data);

// Always inlined: compilers remove a call of a function that only prefetches.
#if defined(__GNUC__)
#define OL_INLINED inline __attribute__((always_inline))
#else
#define OL_INLINED inline
#endif

// Prefetches the cache lines of some bytes; `kWrites`: that will be written, not only read.
template <int kWrites = 1>
OL_INLINED void fetchLines(const void* data, size_t bytes) {
  constexpr size_t line = 64;
  const char* from = static_cast<const char*>(data);
  __builtin_prefetch(from, kWrites);
  for (size_t b = line; b < bytes; b += line) __builtin_prefetch(from + b, kWrites);
  // bytes that do not start at a line end in one more
  if (bytes % line != 0) __builtin_prefetch(from + bytes - 1, kWrites);
}

// Examples of a table that is young: most of its pages are fresh.
inline constexpr double kYoung = 65536;

// Writes a byte back unchanged. If the first access to a fresh page is a write, it takes one fault; if it is a
// read, the page is mapped to a page of zeros, and the first write interrupts all threads to replace it.
OL_INLINED void touch(void* data) {
#if defined(__GNUC__) && defined(__x86_64__)
  asm volatile("orb $0, %0" : "+m"(*static_cast<char*>(data)));
#else
  (void)data;
#endif
}

// Prefetches the lanes of a row and its shared states: with one lane both are in one slot.
OL_INLINED void fetchLanes(const Table& table, size_t row) {
  const size_t bytes = table.laneStride * (table.wide ? 8 : 4);
  fetchLines(static_cast<const char*>(table.lane) + row * bytes, bytes);
}
OL_INLINED void fetchShared(const Table& table, size_t row) {
  if (table.lanes > 1 && table.sharedStride > 0)
    fetchLines(table.shared + table.sharedStart + row * table.sharedStride, table.sharedStride * sizeof(double));
}

}  // namespace ol
