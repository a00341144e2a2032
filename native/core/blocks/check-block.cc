#include "check-block.h"

#include <cmath>
#include <limits>

#include "../hash/crc32.h"
#include "../math/bits.h"
#include "../tokenizers/tokens.h"

namespace ol::blocks {
namespace {

using namespace tokenizers;

bool ascends(const uint32_t* offsets, size_t size, size_t features) {
  bool falls = false;
  for (size_t e = 0; e < size; e++) falls |= offsets[e + 1] < offsets[e];
  return !falls && offsets[0] == 0 && offsets[size] == features;
}

// Magnitudes are ordered like their bits, with NaN (missing) after them: no branch for each value.
bool areValues(const double* values, size_t n) {
  const uint64_t least = toBits(kMinValue), span = toBits(kMaxValue) - least;
  const uint64_t infinity = toBits(std::numeric_limits<double>::infinity());
  uint64_t outside = 0;
  for (size_t i = 0; i < n; i++) {
    const uint64_t size = toBits(values[i]) & ~(uint64_t{1} << 63);
    outside |= static_cast<uint64_t>(size - least > span) & static_cast<uint64_t>(size != 0) &
               static_cast<uint64_t>(size <= infinity);
  }
  return outside == 0;
}

bool areLabels(const double* labels, size_t size, double classes) {
  for (size_t e = 0; e < size; e++) {
    const double y = labels[e];
    if (y != y) continue;
    if (classes > 0 ? !(y >= -1 && y <= classes && std::floor(y) == y) : !(y >= -kMaxLabel && y <= kMaxLabel))
      return false;
  }
  return true;
}

bool areWithin(const double* numbers, size_t size, double low, double high) {
  for (size_t e = 0; numbers != nullptr && e < size; e++)
    if (!(numbers[e] >= low && numbers[e] <= high)) return false;
  return true;
}

}  // namespace

bool checkBlock(double classes, const BlockNumbers& block) {
  const auto [bytes, length, sum, size, features, offsets, values, singles, labels, weights, initial] = block;
  if (crc32(bytes, length) != sum) return false;
  for (size_t i = 0; singles != nullptr && i < features; i++) values[i] = singles[i];
  return ascends(offsets, size, features) && areValues(values, features) && areLabels(labels, size, classes) &&
         areWithin(weights, size, 0, kMaxWeight) && areWithin(initial, size, -kMaxLabel, kMaxLabel);
}

}  // namespace ol::blocks
