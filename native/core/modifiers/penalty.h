// Rules with penalties and forgetting. Twin: packages/fallback/src/modifiers/penalty.ts
#pragma once

#include "../math/exp.h"
#include "../rules/rule.h"
#include "flow.h"

namespace ol {

template <class Base>
struct Penalized : Base {
  static constexpr int lane = Base::lane + 2, shared = Base::shared + 1, scalars = Base::scalars + 1;
  static constexpr int laneScalars = Base::laneScalars + 1, params = Base::params + 3;
  static constexpr bool hasBegin = true, hasPrepare = true, hasMultiplier = true, hasTiers = false,
                        hasSteadyScale = false;
  static constexpr size_t high = Base::lane, low = high + 1, last = Base::shared, clock = Base::laneScalars;
  static constexpr size_t l1 = Base::params, l2 = l1 + 1, half = l1 + 2;

  static double faded(double weight, double halfLife) { return exp((-0.6931471805599453 * weight) / halfLife); }

  template <class Real>
  static double settledWeight(const Real* T, size_t L, const Step& c, size_t l) {
    const double v = T[0];
    if (v == 0) return v;
    const double since = c.laneScalar(clock, l) - (static_cast<double>(T[high * L]) + T[low * L]);
    if (!(since > 0)) return v;
    return shrunk(v, since * Base::rest(T, L), c.param(l1, l), c.param(l2, l));
  }

  template <class Real>
  static void begin(const Table&, Step& c) {
    const double halfLife = c.param(half, 0);
    if (halfLife == 0) return;
    const double kept = faded(c.h, halfLife);
    double& t = c.scalar(Base::scalars);
    c.t = t * kept + c.h;
    t = c.t;
    for (size_t i = 0; i < clock * c.lanes; i++) c.scalars[c.laneOwn + i] *= kept;
  }

  static double scale(double* S, double x, Step& c) {
    const double halfLife = c.param(half, 0);
    c.kept = 1;
    if (halfLife > 0) {
      const double since = c.scalars[kT] - S[last];
      if (since > 0) c.kept = faded(since, halfLife);
      if (c.learning || Base::fadesSquares) S[last] = c.scalars[kT];
      if (Base::fadesSquares) S[0] *= c.kept;
    }
    const double r = Base::scale(S, x, c);
    c.due = c.moved;
    c.moved = c.moved || c.learning;
    return r;
  }

  template <class Real>
  static void prepare(Real* T, size_t L, double r, const Step& c, size_t l) {
    // the padding of the lanes has no scalars
    if (l >= c.lanes) return;
    T[0] = static_cast<Real>(settledWeight(T, L, c, l));
    const double P = c.laneScalar(clock, l);
    const double rounded = static_cast<float>(P);
    T[high * L] = static_cast<Real>(rounded);
    T[low * L] = static_cast<Real>(P - rounded);
    if (Base::fadesNorm && c.kept != 1) T[L] = static_cast<Real>(T[L] * std::sqrt(c.kept));
    if constexpr (Base::hasPrepare) {
      if (c.due) Base::prepare(T, L, r, c, l);
    }
  }

  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    return settledWeight(T, L, c, l);
  }

  static double multiplier(Step& c, size_t l) {
    double m = 1;
    if constexpr (Base::hasMultiplier) m = Base::multiplier(c, l);
    if (c.param(l1, l) == 0 && c.param(l2, l) == 0) return m;
    double pace = Base::stepSize(c, l) * c.h * m;
    if constexpr (Base::hasPace) pace *= Base::pace(c);
    if (pace > 1e20) pace = 1e20;
    double& clockNow = c.laneScalar(clock, l);
    const double P = clockNow + pace;
    const double rounded = static_cast<float>(P);
    clockNow = rounded + static_cast<float>(P - rounded);
    return m;
  }
};

}  // namespace ol
