// The update of Vowpal Wabbit. Twin: packages/fallback/src/rules/normalized/vw.ts, which describes the states
#pragma once

#include "../../math/power.h"
#include "../parts.h"

namespace ol {

struct Vw : Rule {
  static constexpr const char* id = "vw";
  static constexpr int code = 71;
  static constexpr int lane = 3, shared = 1, laneScalars = 4, params = 8;
  static constexpr bool hasPrepare = true, hasGather = true, hasMultiplier = true, hasAccumulate = true;
  static constexpr bool hasStepSize = true, hasSlope = true, hasFaint = true, hasRegularize = true, hasFinish = true,
                        padded = false;
  enum LaneScalar { kNorm, kUpdates, kContracted, kGravity };

  static bool normalized(const Step& c) { return c.params[c.lanes] == 0; }
  static bool adaptive(const Step& c) { return c.params[2 * c.lanes] == 0; }
  static bool before(const Step& c) { return c.params[3 * c.lanes] == 1; }
  static double powerT(const Step& c) { return c.params[4 * c.lanes]; }
  static double initialT(const Step& c) { return c.params[5 * c.lanes]; }

  static double exponent(const Step& c) {
    if (!normalized(c)) return 0;
    return adaptive(c) ? 2 - 2 * powerT(c) : 2;
  }
  template <class Real>
  static double plain(const Real* T, size_t L, const Step& c) {
    if (!normalized(c)) return T[0];
    const double own = T[2 * L];
    return own > 0 ? T[0] / power(own, exponent(c)) : 0;
  }
  static double penalized(double w, double by, const Step& c, size_t l) {
    const double size = (w < 0 ? -w : w) - by;
    const double left = by == 0 ? w : !(size > 0) ? 0 : w < 0 ? -size : size;
    return left * (1 - c.laneScalar(kContracted, l));
  }
  static double within(double x, double limit) { return x > limit ? limit : x < -limit ? -limit : x; }

  static bool settled(const double* S, double x) { return MaximumUnit::settled(S, x); }
  static double scale(double* S, double x, Step& c) {
    const double r = MaximumUnit::scale(S, x, c);
    c.x = normalized(c) ? S[0] : 1;
    return normalized(c) ? r : x;
  }
  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    if (!(c.ratio > 0)) {
      T[L] = static_cast<Real>(within(std::sqrt(initialT(c)) / c.x, c.limit));
    } else if (normalized(c)) {
      T[0] = static_cast<Real>(within(T[0] * power(c.ratio, exponent(c) - 1), c.limit));
      T[L] = static_cast<Real>(T[L] * c.ratio);
    }
    T[2 * L] = static_cast<Real>(before(c) ? 1 : T[2 * L] * c.ratio);
  }
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    return penalized(plain(T, L, c), c.laneScalar(kGravity, l) * c.x, c, l);
  }
  template <class Real>
  static double gather(const Real* T, size_t L, double r, const Step&, size_t) {
    const double own = T[2 * L];
    const double size = r < 0 ? -r : r;
    const double unit = r / (size > own ? size : own);
    return unit * unit;
  }
  static double faint(const Step& c) { return before(c) ? 0 : 1.0 / 16777216; }
  static double multiplier(const Step& c, size_t l) {
    if (!normalized(c)) return 1;
    if (c.g != 0) {
      c.laneScalar(kNorm, l) += c.h * c.a;
      c.laneScalar(kUpdates, l) += c.h;
    }
    const double start = initialT(c);
    const double norm = c.laneScalar(kNorm, l) + start;
    const double t = (before(c) ? c.t : c.laneScalar(kUpdates, l)) + start;
    if (!(norm > 0)) return 0;
    if (!adaptive(c)) return t / norm;
    return powerT(c) == 0.5 ? std::sqrt(t / norm) : power(t / norm, 1 - powerT(c));
  }
  static double decayed(const Step& c, size_t l) {
    const double start = initialT(c);
    const double p = powerT(c);
    const double rate = c.param(0, l);
    const double t = c.t + (normalized(c) || start > 0 ? start : 1);
    const double own = normalized(c) || start == 0 ? rate : rate * power(start, p);
    return own * power(t, -p);
  }
  static double stepSize(const Step& c, size_t l) { return adaptive(c) ? c.param(0, l) : decayed(c, l); }
  template <class Real>
  static double accumulate(Real* T, size_t L, double r, double g, const Step& c) {
    const double size = r < 0 ? -r : r;
    if (g != 0 && normalized(c) && size > T[2 * L]) T[2 * L] = static_cast<Real>(size);
    if (!adaptive(c)) return 1;
    const double old = T[L];
    const double gr = g * r;
    const double norm = std::sqrt(old * old + c.h * (gr * gr));
    T[L] = static_cast<Real>(g == 0 ? old : norm);
    if (!(norm > 0)) return 0;
    return powerT(c) == 0.5 ? 1 / norm : power(norm, -2 * powerT(c));
  }
  template <class Real>
  static double slope(const Real* T, size_t L, double r, const Step& c) {
    return r / power(T[2 * L], exponent(c));
  }
  static double regularize(double u, double g, const Step& c, size_t l) {
    const double l1 = c.param(6, l), l2 = c.param(7, l);
    if ((l1 == 0 && l2 == 0) || (u < 0 ? -u : u) <= 1e-8) return u;
    const double step = (g < 0 ? -g : g) > 1e-8 ? -u / g : 0;
    const double factor = 1 - l2 * step;
    const double contraction = (1 - c.laneScalar(kContracted, l)) * (factor > 1e-9 ? factor : 1e-9);
    c.laneScalar(kContracted, l) = 1 - contraction;
    c.laneScalar(kGravity, l) += step * l1;
    return u / contraction;
  }
  template <class Real>
  static void finish(const Table& table, Step& c, size_t l) {
    const double gravity = c.laneScalar(kGravity, l);
    if (c.laneScalar(kContracted, l) <= 1 - 1e-9 && gravity <= 1e3) return;
    for (size_t row = 0; row < table.rows; row++) {
      Real* T = static_cast<Real*>(table.lane) + row * table.laneStride + l;
      const size_t L = table.laneStep;
      const double unit = normalized(c) ? table.shared[table.sharedStart + row * table.sharedStride] : 1;
      const double own = normalized(c) ? power(T[2 * L], exponent(c)) : 1;
      T[0] = static_cast<Real>(penalized(plain(T, L, c), gravity * unit, c, l) * own);
    }
    c.laneScalar(kContracted, l) = 0;
    c.laneScalar(kGravity, l) = 0;
  }
};

}  // namespace ol
