#include "find-held.h"

#include <algorithm>
#include <array>
#include <cstring>

#if defined(__linux__)
#include <fcntl.h>
#include <unistd.h>
#endif

namespace ol {
namespace {

#if defined(__linux__)
// An entry of 64 bits for each page of the process: bit 63, it is in memory; bit 62, it is swapped out.
constexpr uint64_t kWritten = uint64_t{3} << 62;

// Reads the entries of pages from `first` on; returns whether it got all.
template <size_t N>
bool readEntries(int map, uintptr_t first, size_t count, std::array<uint64_t, N>& entries) {
  const size_t wanted = count * sizeof(uint64_t);
  return pread(map, entries.data(), wanted, static_cast<off_t>(first * sizeof(uint64_t))) ==
         static_cast<ssize_t>(wanted);
}

// Calls back with each part [from, to) of memory whose pages were written, as far as there are entries; returns the
// start of the rest, about which nothing is known, or of which all was written.
template <typename Take>
uintptr_t eachWrittenIn(int map, uintptr_t start, uintptr_t end, Take take) {
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t last = (end + page - 1) / page;
  std::array<uint64_t, 512> entries;
  // a system that hides its pages reports none as written, but this page was
  std::array<uint64_t, 1> own = {};
  if (!readEntries(map, reinterpret_cast<uintptr_t>(own.data()) / page, 1, own) || (own[0] & kWritten) == 0)
    return start;
  uintptr_t from = start;  // written up to the page
  for (uintptr_t at = start / page; at < last;) {
    const size_t count = std::min<size_t>(entries.size(), last - at);
    if (!readEntries(map, at, count, entries)) break;
    for (size_t i = 0; i < count; i++, at++) {
      if ((entries[i] & kWritten) != 0) continue;
      const uintptr_t to = std::max(start, at * page);
      if (from < to) take(from, to);
      from = std::max(start, (at + 1) * page);
    }
  }
  return from;
}
#endif

// Calls back with each part [from, to) of some memory that may have been written since the system gave it to the
// process, in ascending order: its pages that are in memory or swapped out; all of it if the system does not tell.
template <typename Take>
void eachWritten(uintptr_t start, uintptr_t end, Take take) {
  uintptr_t from = start;
#if defined(__linux__)
  const int map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (map >= 0) {
    from = eachWrittenIn(map, start, end, take);
    close(map);
  }
#endif
  if (from < end) take(from, end);
}

bool isZero(const uint8_t* from, const uint8_t* to) {
  uint64_t any = 0;
  for (; to - from >= 8; from += 8) {
    uint64_t word;
    std::memcpy(&word, from, 8);
    any |= word;
  }
  for (; from < to; from++) any |= *from;
  return any == 0;
}

}  // namespace

void findHeld(const uint8_t* data, size_t stride, size_t rows, uint8_t* flags) {
  const auto start = reinterpret_cast<uintptr_t>(data);
  eachWritten(start, start + stride * rows, [&](uintptr_t from, uintptr_t to) {
    for (size_t row = (from - start) / stride; row * stride < to - start; row++) {
      if (flags[row] != 0) continue;
      const uintptr_t first = std::max(from, start + row * stride);
      const uintptr_t last = std::min(to, start + (row + 1) * stride);
      if (!isZero(reinterpret_cast<const uint8_t*>(first), reinterpret_cast<const uint8_t*>(last))) flags[row] = 1;
    }
  });
}

}  // namespace ol
