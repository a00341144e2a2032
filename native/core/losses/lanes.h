// The losses over lanes, compiled for several tiers of instruction sets; all of them give the same bits as the scalar
// loss.
#pragma once

#include <cstddef>

#include "../tiers.h"

namespace ol {

// n scores z, labels y, step sizes k, score changes per unit of step ppu; the parameter p of the loss.
struct LaneLoss {
  void (*values)(const double* z, const double* y, double p, size_t n, double* out);
  void (*derivatives)(const double* z, const double* y, double p, size_t n, double* out);
  // 0 where ppu is 0
  void (*steps)(const double* z, const double* y, const double* k, const double* ppu, double p, size_t n, double* out);
};

const LaneLoss& laneLossOf(int loss, Tier tier);

}  // namespace ol
