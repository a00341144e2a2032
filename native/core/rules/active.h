// The active features of an example, for rules that survey. Twin: packages/fallback/src/rules/active.ts
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ol {

struct Active {
  size_t count = 0;
  std::vector<uint32_t> row;
  // by family: the value in the unit of the weights, and that unit in units of the row's own
  std::vector<double> values[2], scales[2];
  std::vector<double> lift;

  void room(size_t size) {
    if (row.size() >= size) return;
    row.resize(size * 2);
    lift.resize(size * 2);
    for (size_t family = 0; family < 2; family++) {
      values[family].resize(size * 2);
      scales[family].resize(size * 2);
    }
  }
};

}  // namespace ol
