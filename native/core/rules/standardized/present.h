// The features of the example at hand. Twin: packages/fallback/src/rules/standardized/present.ts
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ol {

struct PresentFeature {
  uint32_t row;
  bool dense;
  double x, old, count, mean, squares, mean2, unit, lift;
};

struct DenseFeature {
  uint32_t row;
  // in the example; -1 where it is absent
  int32_t place;
};

struct Present {
  // the place of the feature that shares the row of the constant; -1: none
  int32_t beside = -1;
  std::vector<PresentFeature> features;
  std::vector<DenseFeature> dense;
  // rows that no longer are dense, and how many became it
  std::vector<uint32_t> left;
  size_t joined = 0;
};

}  // namespace ol
