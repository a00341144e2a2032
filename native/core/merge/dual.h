// Weights of rules whose state is a sum of gradients, and back. Twin: packages/fallback/src/merge/dual.ts.
#pragma once

#include "../projections/box.h"
#include "merge.h"

namespace ol {

inline double weightOfDual(const MergePlan& plan, double z, double n, double rounds, size_t l) {
  const double* params = plan.params;
  const size_t lanes = plan.lanes;
  if (plan.dual == MergeDual::weight) return z;
  if (plan.dual == MergeDual::ftrl) {
    const double excess = (z < 0 ? -z : z) - params[2 * lanes + l];
    if (!(excess > 0)) return 0;
    const double w = excess / ((params[lanes + l] + n) / params[l] + params[3 * lanes + l]);
    return z < 0 ? w : -w;
  }
  const double eta = params[l];
  const double h = params[lanes + l] + n;
  if (!(h > 0)) return 0;
  const double v = eta * z;
  const double size = (v < 0 ? -v : v) - eta * rounds * params[2 * lanes + l];
  const double w = size > 0 ? size / (h + eta * rounds * params[3 * lanes + l]) : 0;
  return boxed(v > 0 ? -w : w, params[4 * lanes + l], params[5 * lanes + l]);
}

inline double dualOfWeight(const MergePlan& plan, double w, double n, double rounds, size_t l) {
  const double* params = plan.params;
  const size_t lanes = plan.lanes;
  if (plan.dual == MergeDual::weight || w == 0) return w;
  const double size = w < 0 ? -w : w;
  const double z = plan.dual == MergeDual::ftrl
                       ? size * ((params[lanes + l] + n) / params[l] + params[3 * lanes + l]) + params[2 * lanes + l]
                       : size * ((params[lanes + l] + n) / params[l] + rounds * params[3 * lanes + l]) +
                             rounds * params[2 * lanes + l];
  return w < 0 ? z : -z;
}

}  // namespace ol
