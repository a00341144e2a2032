// Working memory of projections. Twin: packages/numerics/src/projections/workspace.ts
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ol {

// Working memory, one set per thread.
struct Workspace {
  std::vector<double> y, d;
  std::vector<uint32_t> rows;
  static Workspace& of(size_t n) {
    static thread_local Workspace workspace;
    if (workspace.y.size() < n) {
      workspace.y.resize(n);
      workspace.d.resize(n);
      workspace.rows.resize(n);
    }
    return workspace;
  }
};

}  // namespace ol
