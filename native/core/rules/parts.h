// Parts that rules are made of. Twin: packages/fallback/src/rules/{rule,parts}.ts, which say what each function means.
#pragma once

#include <cstddef>

#include "../math.h"
#include "../table.h"

namespace ol {

// What a rule's functions may know of the example and of the lane they work on.
struct Step {
  const double* params = nullptr;
  size_t lanes = 1;
  double* scalars = nullptr;
  size_t own = 0;
  size_t laneOwn = 0;
  double h = 1;
  double t = 0;
  double round = 0;
  double nonzero = 0;
  double squares = 0;
  double largest = 0;
  size_t count = 0;
  const uint32_t* rows = nullptr;
  const double* values = nullptr;
  double initial = 0;
  double* sums = nullptr;
  double ratio = 1;
  double growth = 1;
  double missed = 0;
  double x = 0;
  bool moved = false;
  double y = 0;
  double z = 0;
  double g = 0;
  double a = 0;
  double u = 0;
  double v = 0;
  double limit = 1e30;

  double param(size_t j, size_t l) const { return params[j * lanes + l]; }
  double& scalar(size_t j) const { return scalars[own + j]; }
  double& laneScalar(size_t j, size_t l) const { return scalars[laneOwn + j * lanes + l]; }
};

// What a rule does not say. A rule that has one of the optional functions sets its flag.
struct Rule {
  static constexpr int shared = 0, scalars = 0, laneScalars = 0, params = 0;
  static constexpr bool matrix = false;
  static constexpr bool hasBegin = false, hasPrepare = false, hasGather = false, hasSize = false, hasObserve = false;
  static constexpr bool hasScore = false, hasStepSize = false, hasMultiplier = false, hasAccumulate = false;
  static constexpr bool hasSurvey = false, hasFits = false;
  static constexpr bool hasDecide = false, hasSweep = false, hasFinish = false, eager = false;
};

struct OwnUnit {
  static bool settled(const double*, double) { return true; }
  static double scale(double*, double x, Step&) { return x; }
};

struct MaximumUnit {
  static bool settled(const double* S, double x) { return (x < 0 ? -x : x) <= S[0]; }
  static double scale(double* S, double x, Step& c) {
    const double size = x < 0 ? -x : x;
    const double old = S[0];
    if (size > old) {
      c.moved = true;
      c.ratio = old / size;
      S[0] = size;
      return x / size;
    }
    return x / old;
  }
};

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
    T[L] = static_cast<Real>(norm);
    return norm > 0 ? 1 / norm : 0;
  }
};

struct UnitRate {
  static constexpr bool hasAccumulate = true;
  template <class Real>
  static double accumulate(Real*, size_t, double, double, const Step&) {
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

}  // namespace ol
