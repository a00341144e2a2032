// Regret by the variation of the gradients. Twin: packages/fallback/src/rules/gradient/hazan-kale.ts
#pragma once

#include "../../projections/box.h"
#include "../parts.h"

namespace ol {

struct HazanKale : Rule, LastPresent {
  static constexpr const char* id = "hazan-kale";
  static constexpr int code = 23;
  static constexpr int lane = 4, shared = 1, params = 1;
  static constexpr bool hasPrepare = true, eager = true;

  static double budgetOf(double epoch) {
    double budget = 1;
    for (double i = 0; i < epoch; i++) budget *= 4;
    return budget;
  }
  static bool exceeds(double sum, double squares, double n, double budget) {
    return squares - (sum * sum) / n > budget;
  }
  static double overrun(double sum, double squares, double epoch, double rounds, double last) {
    const double budget = budgetOf(epoch);
    if (!(last > rounds) || !exceeds(sum, squares, last, budget)) return 0;
    double n = std::floor((sum * sum) / (squares - budget)) + 1;
    n = n > rounds ? (n < last ? n : last) : rounds + 1;
    while (n > rounds + 1 && exceeds(sum, squares, n - 1, budget)) n--;
    while (!exceeds(sum, squares, n, budget)) n++;
    return n;
  }
  template <class Real>
  static void restart(Real* T, size_t L, double epoch, double rounds) {
    T[0] = 0;
    T[L] = 0;
    T[2 * L] = static_cast<Real>(epoch);
    T[3 * L] = static_cast<Real>(rounds);
  }

  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t) {
    const double squares = static_cast<double>(T[L]) * T[L];
    const double rounds = T[3 * L];
    const double last = rounds + c.missed;
    const double epoch = T[2 * L];
    const double over = overrun(T[0], squares, epoch, rounds, last);
    if (over > 0) restart(T, L, epoch + 1, last - over);
    else T[3 * L] = static_cast<Real>(last);
  }
  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    const double rate = 2 / std::sqrt(budgetOf(T[2 * L]));
    const double radius = c.param(0, l);
    return boxed(-(radius * (rate < 1.0 / 6 ? rate : 1.0 / 6)) * T[0], -radius, radius);
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t) {
    const double g = c.g * r;
    const double n = static_cast<double>(T[3 * L]) + 1;
    const double sum = T[0] + g;
    const double squares = static_cast<double>(T[L]) * T[L] + g * g;
    if (exceeds(sum, squares, n, budgetOf(T[2 * L]))) {
      restart(T, L, static_cast<double>(T[2 * L]) + 1, 0);
      return;
    }
    T[0] = static_cast<Real>(sum);
    T[L] = static_cast<Real>(std::sqrt(squares));
    T[3 * L] = static_cast<Real>(n);
  }
};

}  // namespace ol
