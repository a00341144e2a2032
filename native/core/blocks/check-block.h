// A block of a cache. Twin: packages/spec/src/block-numbers.ts, which describes them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ol::blocks {

struct BlockNumbers {
  const uint8_t* bytes;
  size_t length;
  uint32_t sum;
  size_t size, features;
  const uint32_t* offsets;
  double* values;
  const float* singles;  // or null
  const double* labels;
  const double* weights;  // or null
  const double* initial;  // or null
};

// See TextBackend.checkBlock. Twin: packages/fallback/src/blocks/check-block.ts.
bool checkBlock(double classes, const BlockNumbers& block);

}  // namespace ol::blocks
