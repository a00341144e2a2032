// Soft thresholding. Twin: packages/fallback/src/rules/mirror-descent/shrink.ts
#pragma once

namespace ol {

inline double shrink(double x, double by) {
  const double size = (x < 0 ? -x : x) - by;
  if (!(size > 0)) return 0;
  return x < 0 ? -size : size;
}

}  // namespace ol
