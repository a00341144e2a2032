// AdaGrad, composite mirror descent. Twin: packages/fallback/src/rules/adagrad/adagrad-cmd.ts
#pragma once

#include "../../losses/squared.h"
#include "../../math/log.h"
#include "../../projections/box.h"
#include "../parts.h"

namespace ol {

struct AdaGradCmd : Rule, LastPresent, PlainWeight {
  static constexpr const char* id = "adagrad-cmd";
  static constexpr int code = 30;
  static constexpr int lane = 2, shared = 1, params = 6;
  static constexpr bool hasPrepare = true, hasDecide = true, eager = true;

  static double rested(double w, double norm, double k, const Step& c, size_t l) {
    const double eta = c.param(0, l), h = c.param(1, l) + norm, l1 = c.param(2, l), l2 = c.param(3, l);
    if (w == 0 || (l1 == 0 && l2 == 0) || !(k > 0)) return w;
    double size = w < 0 ? -w : w;
    if (l2 > 0) {
      const double s = Squared::saturation(k * log1p((eta * l2) / h));
      size = size - size * s - l1 * (s / l2);
    } else {
      size -= (k * eta * l1) / h;
    }
    return size > 0 ? (w < 0 ? -size : size) : 0;
  }

  template <class Real>
  static void prepare(Real* T, size_t L, double, const Step& c, size_t l) {
    T[0] = static_cast<Real>(rested(T[0], T[L], c.missed, c, l));
  }
  static void decide(Step& c, size_t l) {
    if (c.g == 0 && c.param(2, l) == 0 && c.param(3, l) == 0) c.u = 0;
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t l) {
    const double eta = c.param(0, l);
    const double g = c.g * r;
    const double old = T[L];
    const double norm = std::sqrt(old * old + g * g);
    const double h = c.param(1, l) + norm;
    T[L] = static_cast<Real>(norm);
    if (!(h > 0)) return;
    const double v = eta * g - h * T[0];
    const double size = (v < 0 ? -v : v) - eta * c.param(2, l);
    const double w = size > 0 ? size / (h + eta * c.param(3, l)) : 0;
    T[0] = static_cast<Real>(boxed(v > 0 ? -w : w, c.param(4, l), c.param(5, l)));
  }
};

}  // namespace ol
