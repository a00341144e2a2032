// The losses. Twin: packages/fallback/src/losses, which says what each function means.
#pragma once

#include "math.h"

namespace ol {

struct Squared {
  static constexpr const char* id = "squared";
  static double saturation(double a) { return a < 1e-5 ? a * (1 - a * 0.5) : 1 - exp(-a); }
  static double value(double z, double y, double) {
    const double e = z - y;
    return e * e;
  }
  static double derivative(double z, double y, double) { return 2 * (z - y); }
  static double invariant(double z, double y, double k, double ppu, double) {
    return ((y - z) * saturation(2 * k * ppu)) / ppu;
  }
};

struct Logistic {
  static constexpr const char* id = "logistic";
  static double growth(double a, double m) {
    if (m < -500) return a < -m ? a : -m;
    if (m > 500) return 0;
    const double b = exp(m);
    double D;
    if (m >= 0) {
      const double r = a / b;
      const double l = r < 1e-5 ? r : log(1 + r);
      D = l < a ? l : a;
    } else {
      const double x = a + m + b;
      D = x > 1 ? log(x) - m : a;
    }
    for (int i = 0; i < 5; i++) {
      const double E = D < 1e-5 ? D * (1 + D * 0.5) : exp(D) - 1;
      const double next = D - (D + b * E - a) / (1 + b * (1 + E));
      D = next > 0 ? next : 0;
    }
    return D;
  }
  static double value(double z, double y, double) {
    const double m = y * z;
    return m > 0 ? log1p(exp(-m)) : log1p(exp(m)) - m;
  }
  static double derivative(double z, double y, double) {
    const double m = y * z;
    if (m > 0) {
      const double e = exp(-m);
      return (-y * e) / (1 + e);
    }
    return -y / (1 + exp(m));
  }
  static double invariant(double z, double y, double k, double ppu, double) {
    return (y * growth(k * ppu, y * z)) / ppu;
  }
};

struct Hinge {
  static constexpr const char* id = "hinge";
  static double value(double z, double y, double) {
    const double e = 1 - y * z;
    return e > 0 ? e : 0;
  }
  static double derivative(double z, double y, double) { return y * z < 1 ? -y : 0; }
  static double invariant(double z, double y, double k, double ppu, double) {
    const double e = 1 - y * z;
    if (!(e > 0)) return 0;
    const double whole = e / ppu;
    return y * (whole < k ? whole : k);
  }
};

inline double towards(double z, double y, double up, double down, double ppu) {
  const double e = y - z;
  const double whole = e / ppu;
  if (e > 0) return whole < up ? whole : up;
  if (e < 0) return whole > -down ? whole : -down;
  return 0;
}

struct Absolute {
  static constexpr const char* id = "absolute";
  static double value(double z, double y, double) { return z > y ? z - y : y - z; }
  static double derivative(double z, double y, double) { return z > y ? 1 : z < y ? -1 : 0; }
  static double invariant(double z, double y, double k, double ppu, double) { return towards(z, y, k, k, ppu); }
};

struct Quantile {
  static constexpr const char* id = "quantile";
  static double value(double z, double y, double p) { return y > z ? p * (y - z) : (1 - p) * (z - y); }
  static double derivative(double z, double y, double p) { return y > z ? -p : y < z ? 1 - p : 0; }
  static double invariant(double z, double y, double k, double ppu, double p) {
    return towards(z, y, p * k, (1 - p) * k, ppu);
  }
};

// A loss is taken once per example: called through pointers, so that engines need not be multiplied by losses.
struct Loss {
  const char* id;
  double (*value)(double z, double y, double p);
  double (*derivative)(double z, double y, double p);
  double (*invariant)(double z, double y, double k, double ppu, double p);
};

template <class L>
constexpr Loss lossOf() {
  return {L::id, L::value, L::derivative, L::invariant};
}

// in the order of their codes in the table of losses
inline constexpr Loss kLosses[] = {lossOf<Squared>(), lossOf<Logistic>(), lossOf<Hinge>(), lossOf<Absolute>(),
                                   lossOf<Quantile>()};
inline constexpr int kLossCount = sizeof kLosses / sizeof kLosses[0];

}  // namespace ol
