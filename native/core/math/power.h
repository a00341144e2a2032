// Powers. Twin: packages/numerics/src/math/power.ts
#pragma once

#include "log.h"

namespace ol {

inline double power(double x, double a) {
  if (a == 0) return 1;
  if (a == 1) return x;
  if (a == 2) return x * x;
  return x > 0 ? exp(a * log(x)) : 0;
}

}  // namespace ol
