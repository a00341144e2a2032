#include "pages.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#if !defined(MADV_COLLAPSE)
#define MADV_COLLAPSE 25
#endif
#endif

namespace ol {

#if defined(__linux__)
namespace {

constexpr uintptr_t kPage = 4096;
constexpr uintptr_t kHuge = kHugePage;
constexpr size_t kPages = kHuge / kPage;

void advise(uintptr_t from, uintptr_t to, int advice) {
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, advice);
}

}  // namespace
#endif

void useHugePages(void* data, size_t bytes, bool whole) {
#if defined(__linux__)
  const uintptr_t first = (reinterpret_cast<uintptr_t>(data) + kHuge - 1) / kHuge * kHuge;
  const uintptr_t last = (reinterpret_cast<uintptr_t>(data) + bytes) / kHuge * kHuge;
  if (first >= last) return;
  if (whole) {
    advise(first, last, MADV_HUGEPAGE);
    return;
  }
  std::vector<unsigned char> touched((last - first) / kPage);
  if (mincore(reinterpret_cast<void*>(first), last - first, touched.data()) != 0) return;
  uintptr_t from = first;  // the pages in use that lie together
  for (uintptr_t page = first; page <= last; page += kHuge) {
    const auto begin = touched.begin() + (page - first) / kPage;
    const auto isTouched = [](unsigned char state) { return (state & 1) != 0; };
    if (page < last && std::count_if(begin, begin + kPages, isTouched) >= static_cast<ptrdiff_t>(kPages / 8)) continue;
    advise(from, page, MADV_HUGEPAGE);
    // moves them at once, since Linux 6.1; before, they move in the background
    advise(from, page, MADV_COLLAPSE);
    from = page + kHuge;
  }
#else
  (void)data;
  (void)bytes;
  (void)whole;
#endif
}

bool findWritten(const void* data, size_t bytes, uint8_t* flags) {
#if defined(__linux__)
  // an entry of 64 bits for each page of the process: bit 63, it is in memory; bit 62, it is swapped out
  constexpr uint64_t own = uint64_t{3} << 62;
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto start = reinterpret_cast<uintptr_t>(data);
  const int map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (map < 0) return false;
  std::fill(flags, flags + (bytes + kPart - 1) / kPart, uint8_t{0});
  std::vector<uint64_t> entries(4096);
  const uintptr_t end = (start + bytes + page - 1) / page;
  uintptr_t at = start / page;
  while (at < end) {
    const size_t wanted = std::min<size_t>(entries.size(), end - at) * sizeof(uint64_t);
    const ssize_t got = pread(map, entries.data(), wanted, static_cast<off_t>(at * sizeof(uint64_t)));
    if (got < static_cast<ssize_t>(sizeof(uint64_t))) break;
    const size_t count = static_cast<size_t>(got) / sizeof(uint64_t);
    for (size_t i = 0; i < count; i++) {
      if ((entries[i] & own) == 0) continue;
      const uintptr_t first = std::max(start, (at + i) * page) - start;
      const uintptr_t last = std::min(start + bytes, (at + i + 1) * page) - 1 - start;
      std::fill(flags + first / kPart, flags + last / kPart + 1, uint8_t{1});
    }
    at += count;
  }
  close(map);
  return at == end;
#else
  (void)data;
  (void)bytes;
  (void)flags;
  return false;
#endif
}

size_t bytesToLine(const void* data) {
  constexpr uintptr_t line = 64;
  const size_t bytes = (line - reinterpret_cast<uintptr_t>(data) % line) % line;
  return bytes % sizeof(double) == 0 ? bytes : 0;
}

}  // namespace ol
