#include "finalize.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../losses/lanes.h"
#include "../tiers.h"
#include "over-lanes.h"

namespace ol {
namespace {

// Examples whose logarithms are taken together.
constexpr size_t kBlock = 64;

}  // namespace

void finalize(int loss, double param, const MixedExamples& mixed, size_t size, double* predictions, double* losses) {
  const OverLanes& over = overLanes();
  double logs[2 * kBlock];
  if (mixed.numbers) std::copy_n(mixed.out, size, predictions);
  for (size_t from = 0; from < size && !mixed.numbers; from += kBlock) {
    const size_t n = std::min(kBlock, size - from);
    over.logs(mixed.out + 2 * from, 2 * n, logs);
    for (size_t e = 0; e < n; e++) predictions[from + e] = logs[2 * e + 1] - logs[2 * e];
  }
  laneLossOf(loss, tier()).values(predictions, mixed.labels, param, size, losses);
  for (size_t e = 0; e < size; e++)
    if (std::isnan(mixed.labels[e])) losses[e] = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace ol
