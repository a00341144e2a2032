// Parts that rules are made of. Twin: packages/fallback/src/rules/{rule,parts}.ts, which say what each function means.
#pragma once

#include <cstddef>

#include "../math.h"

namespace ol {

// What a rule's functions may know of the example and of the lane they work on.
struct Step {
  double h = 1;
  double t = 0;
  double N = 0;
  double g = 0;
  double largest = 0;
  double ratio = 1;
};

struct OwnUnit {
  static bool settled(const double*, double) { return true; }
  static double scale(double*, double x, Step&) { return x; }
  template <class Real>
  static void rescale(Real*, size_t, const Step&) {}
  static double multiplier(const Step&) { return 1; }
};

struct MaximumUnit {
  static bool settled(const double* S, double x) { return (x < 0 ? -x : x) <= S[0]; }
  static double scale(double* S, double x, Step& c) {
    const double size = x < 0 ? -x : x;
    const double old = S[0];
    if (size > old) {
      c.ratio = old / size;
      S[0] = size;
      return x / size;
    }
    return x / old;
  }
};

struct PlainWeight {
  template <class Real>
  static double read(const Real* T, size_t) {
    return T[0];
  }
  template <class Real>
  static void write(Real* T, size_t, double d) {
    T[0] = static_cast<Real>(T[0] + d);
  }
};

struct AdaptiveRate {
  template <class Real>
  static double accumulate(Real* T, size_t L, double r, const Step& c) {
    const double old = T[L];
    const double gr = c.g * r;
    const double norm = std::sqrt(old * old + c.h * (gr * gr));
    T[L] = static_cast<Real>(norm);
    return norm > 0 ? 1 / norm : 0;
  }
};

struct UnitRate {
  template <class Real>
  static double accumulate(Real*, size_t, double, const Step&) {
    return 1;
  }
};

struct ConstantStep {
  static double stepSize(const double* P, const Step&) { return P[0]; }
};

struct DecayingStep {
  static double stepSize(const double* P, const Step& c) {
    const double decay = P[1];
    if (decay == 0) return P[0];
    if (decay == 0.5) return P[0] / std::sqrt(c.t);
    return P[0] * exp(-decay * log(c.t));
  }
};

}  // namespace ol
