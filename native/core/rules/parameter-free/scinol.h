// ScInOL1 and ScInOL2. Twin: packages/fallback/src/rules/parameter-free/scinol.ts
#pragma once

#include "../parts.h"

namespace ol {

struct Scinol : Rule, MaximumUnit {
  static constexpr int lane = 3, shared = 1, params = 1;
  static constexpr bool hasPrepare = true;
  static double scale(double* S, double x, Step& c) {
    const double r = MaximumUnit::scale(S, x, c);
    c.x = r;
    return r;
  }
  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    T[0] = static_cast<Real>(T[0] * c.ratio);
    T[L] = static_cast<Real>(T[L] * c.ratio);
  }
  template <class Real>
  static double spread(const Real* T, size_t L) {
    const double norm = T[L];
    return 1 + norm * norm;
  }
  template <class Real>
  static void add(Real* T, size_t L, double gr) {
    T[0] = static_cast<Real>(T[0] - gr);
    const double norm = T[L];
    T[L] = static_cast<Real>(std::sqrt(norm * norm + gr * gr));
  }
};

struct Scinol1 : Scinol {
  static constexpr const char* id = "scinol1";
  static constexpr int code = 67;
  static constexpr bool eager = true;
  template <class Real>
  static double beta(const Real* T, size_t L, double r, const Step& c, size_t l) {
    const double old = T[2 * L] > 0 ? static_cast<double>(T[2 * L]) : c.param(0, l);
    const double most = (c.param(0, l) * spread(T, L)) / (r * r * c.round);
    return most < old ? most : old;
  }
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    const double b = beta(T, L, c.x, c, l);
    const double root = std::sqrt(spread(T, L));
    const double half = (T[0] < 0 ? -static_cast<double>(T[0]) : static_cast<double>(T[0])) / root / 2;
    const double grown = half < 1e-5 ? half * (1 + half * 0.5) : exp(half) - 1;
    const double size = (b * grown) / (2 * root);
    return T[0] < 0 ? -size : size;
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    T[2 * L] = static_cast<Real>(beta(T, L, r, c, l));
    add(T, L, c.g * r);
  }
};

struct Scinol2 : Scinol {
  static constexpr const char* id = "scinol2";
  static constexpr int code = 68;
  static constexpr bool hasGather = true, hasFits = true;
  template <class Real>
  static double share(const Real* T, size_t L) {
    const double root = std::sqrt(spread(T, L));
    const double th = T[0] / root;
    return (th > 1 ? 1 : th < -1 ? -1 : th) / (2 * root);
  }
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    return (c.param(0, l) + T[2 * L]) * share(T, L);
  }
  template <class Real>
  static double gather(const Real* T, size_t L, double r, const Step& c, size_t l) {
    const double eta = c.param(0, l) + T[2 * L];
    return (eta < 0 ? -eta : eta) * (1 + (r < 0 ? -r : r));
  }
  static bool fits(Step& c, size_t) { return c.a * (1 + (c.g < 0 ? -c.g : c.g)) <= c.limit; }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    const double gr = c.g * r;
    T[2 * L] = static_cast<Real>(T[2 * L] - gr * ((c.param(0, l) + T[2 * L]) * share(T, L)));
    add(T, L, gr);
  }
};

}  // namespace ol
