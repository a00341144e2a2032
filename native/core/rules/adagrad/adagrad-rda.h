// AdaGrad, primal-dual subgradients. Twin: packages/fallback/src/rules/adagrad/adagrad-rda.ts
#pragma once

#include "../../projections/box.h"
#include "../parts.h"

namespace ol {

struct AdaGradRda : Rule, OwnUnit {
  static constexpr const char* id = "adagrad-rda";
  static constexpr int code = 31;
  static constexpr int lane = 2, params = 6;

  template <class Real>
  static double read(const Real* T, size_t L, const Step& c, size_t l) {
    const double t = c.round - 1;
    const double eta = c.param(0, l), h = c.param(1, l) + T[L];
    if (!(h > 0)) return 0;
    const double v = eta * T[0];
    const double size = (v < 0 ? -v : v) - eta * t * c.param(2, l);
    const double w = size > 0 ? size / (h + eta * t * c.param(3, l)) : 0;
    return boxed(v > 0 ? -w : w, c.param(4, l), c.param(5, l));
  }
  template <class Real>
  static void write(Real* T, size_t L, double r, const Step& c, size_t) {
    const double g = c.g * r;
    const double old = T[L];
    T[0] = static_cast<Real>(T[0] + g);
    T[L] = static_cast<Real>(std::sqrt(old * old + g * g));
  }
};

}  // namespace ol
