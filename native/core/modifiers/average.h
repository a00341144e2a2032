// Rules that predict with averaged weights. Twin: packages/fallback/src/modifiers/average.ts
#pragma once

#include "../rules/rule.h"

namespace ol {

template <class Base>
struct Averaged : Base {
  static constexpr int lane = Base::lane + 1, shared = Base::shared + 1, params = Base::params + 1;
  static constexpr bool hasPrepare = true, hasTiers = false, hasSteadyScale = false;
  static constexpr size_t mean = Base::lane, last = Base::shared;

  template <class Real>
  static double meanNow(const Real* T, size_t L, double kept) {
    const double v = T[0];
    return v + (T[mean * L] - v) * kept;
  }

  static double scale(double* S, double x, Step& c) {
    const double total = c.learning ? c.scalars[kT] : c.scalars[kT] - c.h;
    c.kept = S[last] < total ? S[last] / total : 1;
    if (c.learning) S[last] = c.scalars[kT];
    const double r = Base::scale(S, x, c);
    c.due = c.moved;
    c.moved = c.moved || c.learning;
    return r;
  }

  template <class Real>
  static void prepare(Real* T, size_t L, double r, const Step& c, size_t l) {
    // the padding of the lanes does not change
    if (l >= c.lanes) return;
    if (c.learning) T[mean * L] = static_cast<Real>(meanNow(T, L, c.kept));
    if (!c.due) return;
    if constexpr (Base::hasStretch) T[mean * L] = static_cast<Real>(T[mean * L] * Base::stretch(c));
    if constexpr (Base::hasPrepare) Base::prepare(T, L, r, c, l);
  }

  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t) {
    return c.learning ? T[0] : meanNow(T, L, c.kept);
  }
};

}  // namespace ol
