// Steps from the margin. Twin: packages/fallback/src/rules/margin/margin.ts
#pragma once

#include "../parts.h"

namespace ol {

inline bool fitsAlong(const Step& c) { return (c.u < 0 ? -c.u : c.u) * c.largest <= c.limit; }
inline void onMistake(Step& c) { c.u = c.y * c.z <= 0 ? c.y * c.h : 0; }
inline void onMarginError(Step& c) { c.u = c.y * c.z < 1 ? c.y * c.h : 0; }

inline void improved(Step& c, double square, double beta) {
  const double margin = c.y * c.z;
  c.u = 0;
  if (!(margin < 1) || !(square > 0)) return;
  const double tau = (c.scalar(0) - beta * margin) / square;
  if (tau > 0) c.u = (tau < 1 ? tau : 1) * c.y * c.h;
}

struct AlongX {
  template <class Real>
  static void write(Real* T, size_t, double r, const Step& c, size_t) {
    T[0] = static_cast<Real>(T[0] + c.u * r);
  }
};

}  // namespace ol
