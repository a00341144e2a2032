#include "pages.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
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
  uintptr_t from = first;  // adjacent pages in use
  for (uintptr_t page = first; page <= last; page += kHuge) {
    const auto begin = touched.begin() + (page - first) / kPage;
    const auto isTouched = [](unsigned char state) { return (state & 1) != 0; };
    if (page < last && std::count_if(begin, begin + kPages, isTouched) >= static_cast<ptrdiff_t>(kPages / 8)) continue;
    advise(from, page, MADV_HUGEPAGE);
    // since Linux 6.1 this moves them at once; earlier versions move them in the background
    advise(from, page, MADV_COLLAPSE);
    from = page + kHuge;
  }
#else
  (void)data;
  (void)bytes;
  (void)whole;
#endif
}

size_t bytesToLine(const void* data) {
  constexpr uintptr_t line = 64;
  const size_t bytes = (line - reinterpret_cast<uintptr_t>(data) % line) % line;
  return bytes % sizeof(double) == 0 ? bytes : 0;
}

}  // namespace ol
