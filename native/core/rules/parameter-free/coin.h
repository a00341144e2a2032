// Coin betting of Vowpal Wabbit. Twin: packages/fallback/src/rules/parameter-free/coin.ts
#pragma once

#include "../parts.h"

namespace ol {

struct Coin : Rule, MaximumUnit {
  static constexpr const char* id = "coin";
  static constexpr int code = 95;
  static constexpr int lane = 4, shared = 1, scalars = 1, params = 2;
  static constexpr bool hasPrepare = true, hasGather = true, hasObserve = true, hasScore = true, hasFits = true;

  template <class Real>
  static double bet(const Real* T, size_t L, double steepest, const Step& c, size_t l) {
    if (!(steepest > 0)) return 0;
    return ((c.param(0, l) + T[2 * L]) / (steepest * (steepest + T[L]))) * T[0];
  }
  static double mean(const Step& c) { return c.t > 0 ? (c.scalar(0) + 1e-6) / c.t : 1; }

  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    T[0] = static_cast<Real>(T[0] * c.ratio);
    T[L] = static_cast<Real>(T[L] * c.ratio);
  }
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    return bet(T, L, T[3 * L], c, l);
  }
  template <class Real>
  static double gather(const Real* T, size_t L, double r, const Step& c, size_t l) {
    const double wealth = c.param(0, l) + T[2 * L];
    const double w = read(T, L, c, l) * r;
    return (wealth < 0 ? -wealth : wealth) + (w < 0 ? -w : w);
  }
  static void observe(Step& c) { c.scalar(0) += c.h * c.squares; }
  static double score(double z, const Step& c, size_t) { return z / mean(c); }
  static bool fits(Step& c, size_t) { return c.a * (1 + (c.g < 0 ? -c.g : c.g)) <= c.limit; }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    const double size = c.g < 0 ? -c.g : c.g;
    const double least = c.param(1, l);
    if (size > T[3 * L]) T[3 * L] = static_cast<Real>(size > least ? size : least);
    const double g = c.g * r;
    T[2 * L] = static_cast<Real>(T[2 * L] - g * bet(T, L, T[3 * L], c, l));
    T[0] = static_cast<Real>(T[0] - g);
    T[L] = static_cast<Real>(T[L] + (g < 0 ? -g : g));
  }
};

}  // namespace ol
