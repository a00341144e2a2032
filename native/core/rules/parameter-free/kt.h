// Coin betting. Twin: packages/fallback/src/rules/parameter-free/kt.ts
#pragma once

#include "../parts.h"

namespace ol {

struct Kt : Rule, OwnUnit {
  static constexpr const char* id = "kt";
  static constexpr int code = 70;
  static constexpr int lane = 3, params = 1;
  static constexpr bool eager = true, hasGather = true, hasFits = true;
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    return (T[0] / (static_cast<double>(T[2 * L]) + 1)) * (c.param(0, l) + T[L]);
  }
  template <class Real>
  static double gather(const Real* T, size_t L, double r, const Step& c, size_t l) {
    const double wealth = c.param(0, l) + T[L];
    const double w = read(T, L, c, l) * r;
    return (wealth < 0 ? -wealth : wealth) + (w < 0 ? -w : w);
  }
  static bool fits(Step& c, size_t) { return c.a * (1 + (c.g < 0 ? -c.g : c.g)) <= c.limit; }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    const double g = c.g * r;
    T[L] = static_cast<Real>(T[L] - g * read(T, L, c, l));
    T[0] = static_cast<Real>(T[0] - g);
    T[2 * L] = static_cast<Real>(static_cast<double>(T[2 * L]) + 1);
  }
};

}  // namespace ol
