// A box. Twin: packages/numerics/src/projections/box.ts
#pragma once

namespace ol {

inline double boxed(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

}  // namespace ol
