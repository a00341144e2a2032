// The logistic loss. Twin: packages/numerics/src/losses/logistic.ts
#pragma once

#include "../math/exp.h"
#include "../math/log.h"

namespace ol {

struct Logistic {
  static constexpr const char* id = "logistic";
  static constexpr bool saturates = true;
  // A Newton step towards D + b (e^D - 1) = a.
  static double closer(double D, double a, double b) {
    const double far = exp(D) - 1;
    const double E = D < 1e-5 ? D * (1 + D * 0.5) : far;
    const double next = D - (D + b * E - a) / (1 + b * (1 + E));
    return next > 0 ? next : 0;
  }
  static double bounded(double m) { return m < -500 ? -500 : m > 500 ? 500 : m; }
  // Where the steps towards the growth of the margin m start; b = exp(bounded(m)).
  static double start(double a, double m, double b) {
    const double within = bounded(m);
    const double r = a / b;
    const double x = a + within + b;
    // one logarithm serves both starts
    const double l = log(within >= 0 ? 1 + r : x);
    const double near = r < 1e-5 ? r : l;
    const double above = near < a ? near : a;
    const double below = x > 1 ? l - within : a;
    return within >= 0 ? above : below;
  }
  static constexpr int steps = 5;
  // What the steps came to, D, or the limit of large margins.
  static double limited(double D, double a, double m) {
    const double past = a < -m ? a : -m;
    const double low = m < -500 ? past : D;
    return m > 500 ? 0 : low;
  }
  static double growth(double a, double m) {
    const double b = exp(bounded(m));
    double D = start(a, m, b);
    for (int k = 0; k < steps; k++) {
      const double next = closer(D, a, b);
      // all later steps stay where this one did
      const bool there = next == D;
      D = next;
      if (there) break;
    }
    return limited(D, a, m);
  }
  static double value(double z, double y, double) {
    const double m = y * z;
    return log1p(exp(m > 0 ? -m : m)) - (m > 0 ? 0 : m);
  }
  static double derivative(double z, double y, double) {
    const double m = y * z;
    const double e = exp(m > 0 ? -m : m);
    return (m > 0 ? -y * e : -y) / (1 + e);
  }
  static double invariant(double z, double y, double k, double ppu, double) {
    return (y * growth(k * ppu, y * z)) / ppu;
  }
};

}  // namespace ol
