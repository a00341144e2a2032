// The logistic loss. Twin: packages/numerics/src/losses/logistic.ts
#pragma once

#include "../math/exp.h"
#include "../math/log.h"

namespace ol {

struct Logistic {
  static constexpr const char* id = "logistic";
  static constexpr bool saturates = true;
  // e^D - 1 of a small D.
  static double near(double D) {
    const double D2 = D * D;
    const double low = 1 + D * 0.5;
    const double high = 0.16666666666666666 + D * 0.041666666666666664 +
                        D2 * (0.008333333333333333 + D * 0.001388888888888889 + D2 * 0.0001984126984126984);
    return D * (low + D2 * high);
  }
  static bool isSmall(double D) { return D < 0.03125; }
  // A correction of order 4 towards D + b (e^D - 1) = a, E = e^D - 1.
  static double corrected(double D, double a, double b, double E) {
    const double w = 1 / (1 + b * (1 + E));
    const double u = (D + b * E - a) * w;
    const double s = 1 - w;
    const double next = D - u * (1 + u * s * (0.5 + u * (3 * s - 1) * 0.16666666666666666));
    const double least = next <= 0 ? 0 : D;
    return next > 0 ? next : least;
  }
  static double closer(double D, double a, double b) {
    const double far = exp(D) - 1;
    return corrected(D, a, b, isSmall(D) ? near(D) : far);
  }
  // Whether a correction to D was so small that another would change nothing.
  static bool isLast(double D, double before) {
    const double off = D < before ? before - D : D - before;
    return off <= 1e-4 * (D < 1 ? D : 1);
  }
  static double bounded(double m) { return m < -500 ? -500 : m > 500 ? 500 : m; }
  static bool isShort(double first) { return first <= 0.5; }
  // The start of the corrections of a long step; first = a / (1 + b).
  static double startOfLong(double a, double m, double b, double first) {
    const double x = m >= 0 ? 1 + a / b : a + m + b;
    const double far = log(x) - (m >= 0 ? 0 : m);
    const double bound = x > 1 ? far : a;
    return bound < first ? bound : first;
  }
  // The start of the corrections; b = exp(bounded(m)).
  static double start(double a, double m, double b) {
    const double first = a / (1 + b);
    const double bound = startOfLong(a, bounded(m), b, first);
    return isShort(first) ? first : bound;
  }
  static constexpr int steps = 4;
  // The result D of the corrections, or the limit of large margins. A step of infinite size becomes 0.
  static double limited(double D, double a, double m) {
    const double past = a < -m ? a : -m;
    const double sized = a < std::numeric_limits<double>::infinity() ? D : 0;
    const double low = m < -500 ? past : sized;
    return m > 500 ? 0 : low;
  }
  // The same as lanes compute it, without the unused parts.
  static double growth(double a, double m) {
    const double b = exp(bounded(m));
    const double first = a / (1 + b);
    double D = isShort(first) ? first : startOfLong(a, bounded(m), b, first);
    for (int k = 0; k < steps; k++) {
      const double before = D;
      D = isSmall(D) ? corrected(D, a, b, near(D)) : corrected(D, a, b, exp(D) - 1);
      if (isLast(D, before)) break;
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
