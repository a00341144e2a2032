// Parts that rules are built from. Twin: packages/fallback/src/rules/parts.ts, which describes the functions
#pragma once

#include <cmath>

#include "../math/log.h"
#include "rule.h"

namespace ol {

struct OwnUnit {
  static bool settled(const double*, double) { return true; }
  static double scale(double*, double x, Step&) { return x; }
  static double steadyScale(double, double x) { return x; }
};

struct MaximumUnit {
  static constexpr double kFarOff = 1024;
  static bool settled(const double* S, double x) { return (x < 0 ? -x : x) <= S[0]; }
  static double steadyScale(double unit, double x) { return x / unit; }
  static double scale(double* S, double x, Step& c) {
    const double size = x < 0 ? -x : x;
    const double old = S[0];
    if (size <= old) return x / old;
    const double known = old < 0 ? -old : old;
    // the first value has nothing to compare with
    if (old > 0 && size > c.reach * known) {
      S[0] = -known;
      return x < 0 ? -1 : 1;
    }
    if (size <= known && !(kFarOff * size < known)) {
      S[0] = known;
      return x / known;
    }
    c.moved = true;
    c.ratio = size < known ? 0 : known / size;
    S[0] = size < known || size > c.reach * known ? -size : size;
    return x / size;
  }
};

inline double believedSquares(double x, double kept, const Step& c) {
  if (kept >= 0) return kept;
  return MaximumUnit::kFarOff * MaximumUnit::kFarOff * (c.h * (x * x)) < -kept ? 0 : -kept;
}

inline double keptSquares(double q, double before, const Step& c) {
  return before == 0 && c.reach < std::numeric_limits<double>::infinity() ? -q : q;
}

inline double withinReach(double x, double squares, const Step& c) {
  if (!(squares > 0 && x * x > c.reach * squares)) return x;
  const double most = std::sqrt(c.reach * squares);
  return x < 0 ? -most : most;
}

struct PlainWeight {
  template <class Real>
  static double read(const Real* T, size_t, const Step&, size_t) {
    return T[0];
  }
};

inline double meanInverse(const Step& c, size_t l, bool every) {
  double& N = c.laneScalar(0, l);
  if (every || c.g != 0) N += c.h * c.squares;
  return N > 0 ? c.t / N : 0;
}

struct AdaptiveRate {
  static constexpr bool hasAccumulate = true;
  template <class Real>
  static double accumulate(Real* T, size_t L, double r, double g, const Step& c) {
    const double old = T[L];
    const double gr = g * r;
    const double norm = std::sqrt(old * old + c.h * (gr * gr));
    // a lane without a gradient does not change, and the square of a tiny norm is 0
    T[L] = static_cast<Real>(g == 0 ? old : norm);
    return norm > 0 ? 1 / norm : 0;
  }
  template <class Real>
  static double rest(const Real* T, size_t L) {
    const double norm = T[L];
    return norm > 0 ? 1 / norm : 0;
  }
};

struct UnitRate {
  static constexpr bool hasAccumulate = true;
  template <class Real>
  static double accumulate(Real*, size_t, double, double, const Step&) {
    return 1;
  }
  template <class Real>
  static double rest(const Real*, size_t) {
    return 1;
  }
};

struct ConstantStep {
  static constexpr bool hasStepSize = true;
  static double stepSize(const Step& c, size_t l) { return c.param(0, l); }
};

struct DecayingStep {
  static constexpr bool hasStepSize = true;
  static double stepSize(const Step& c, size_t l) {
    const double decay = c.param(1, l);
    if (decay == 0) return c.param(0, l);
    if (decay == 0.5) return c.param(0, l) / std::sqrt(c.t);
    return c.param(0, l) * exp(-decay * log(c.t));
  }
};

struct LastPresent {
  static bool settled(const double*, double) { return false; }
  static double scale(double* S, double x, Step& c) {
    const double missed = c.round - 1 - S[0];
    c.missed = missed > 0 ? missed : 0;
    c.moved = missed > 0;
    S[0] = c.round;
    return x;
  }
};

inline void keepGroup(double& kept, Step& c) {
  if (kept != 0) c.group = static_cast<uint8_t>(kept);
  else if (c.learning) kept = c.group;
}

inline double groupFactor(const Step& c, uint8_t group) { return c.factors == nullptr ? 1 : c.factors[group]; }

}  // namespace ol
