// Hashes of names: see packages/spec/src/table-calls.ts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../hash/murmur3.h"

namespace ol {

// Name k of the bytes ends before ends[k], where the next begins.
inline void hashNames(const uint8_t* bytes, const uint32_t* ends, size_t count, uint32_t* hashes) {
  for (size_t k = 0, start = 0; k < count; start = ends[k++])
    hashes[k] = tokenizers::murmur3(bytes + start, ends[k] - start, 0);
}

// See `TableCalls.hashColumns`. Twin: packages/fallback/src/table/hash-names.ts.
inline void hashColumns(const uint8_t* bytes, const uint32_t* ends, size_t count, const uint8_t* ones, uint32_t* hashes,
                        uint8_t* said) {
  for (size_t k = 0, start = 0; k < count; start = ends[k++]) {
    const uint8_t* name = bytes + start;
    const size_t length = ends[k] - start;
    // the bytes before the first such byte; 0: none, or there is no such byte
    const auto before = [&](int byte) -> size_t {
      const void* found = length == 0 ? nullptr : std::memchr(name, byte, length);
      return found == nullptr ? 0 : static_cast<size_t>(static_cast<const uint8_t*>(found) - name);
    };
    size_t own = before('=');
    if (own == 0 && ones[k] == 1) own = before('^');
    said[k] = own > 0;
    if (own > 0) hashes[k] = tokenizers::murmur3(name, own, 0);
  }
}

}  // namespace ol
