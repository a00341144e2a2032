// CRC-32 (ISO 3309), as zlib's. Twin: packages/platform/src/crc32.ts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ol {

uint32_t crc32(const uint8_t* bytes, size_t n);

}  // namespace ol
