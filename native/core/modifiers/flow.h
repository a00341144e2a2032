// The change of a weight by penalties. Twin: packages/fallback/src/modifiers/flow.ts
#pragma once

#include "../losses/squared.h"

namespace ol {

inline double shrunk(double v, double a, double l1, double l2) {
  double size = v < 0 ? -v : v;
  if (l2 > 0) {
    const double s = Squared::saturation(l2 * a);
    size = size - size * s - l1 * (s / l2);
  } else {
    size -= l1 * a;
  }
  return size > 0 ? (v < 0 ? -size : size) : 0;
}

}  // namespace ol
