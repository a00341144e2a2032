#include "pages.h"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace ol {

void adviseHugePages(void* data, size_t bytes) {
#if defined(__linux__)
  constexpr uintptr_t page = 4096;
  constexpr size_t huge = 2u << 20;
  if (bytes < 2 * huge) return;
  const uintptr_t first = (reinterpret_cast<uintptr_t>(data) + page - 1) / page * page;
  const uintptr_t last = (reinterpret_cast<uintptr_t>(data) + bytes) / page * page;
  madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#else
  (void)data;
  (void)bytes;
#endif
}

size_t bytesToLine(const void* data) {
  constexpr uintptr_t line = 64;
  const size_t bytes = (line - reinterpret_cast<uintptr_t>(data) % line) % line;
  return bytes % sizeof(double) == 0 ? bytes : 0;
}

}  // namespace ol
