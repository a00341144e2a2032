// Working memory of projections. Twin: packages/numerics/src/projections/room.ts
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ol {

// Working memory, one set per thread.
struct Room {
  std::vector<double> y, d;
  std::vector<uint32_t> rows;
  static Room& of(size_t n) {
    static thread_local Room room;
    if (room.y.size() < n) {
      room.y.resize(n);
      room.d.resize(n);
      room.rows.resize(n);
    }
    return room;
  }
};

}  // namespace ol
