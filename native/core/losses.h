// The losses. Twin: packages/fallback/src/losses, which says what each function means.
#pragma once

#include "math.h"

namespace ol {

struct Squared {
  static constexpr const char* id = "squared";
  static double saturation(double a) {
    const double far = 1 - exp(-a);
    return a < 1e-5 ? a * (1 - a * 0.5) : far;
  }
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
  // A Newton step towards D + b (e^D - 1) = a.
  static double closer(double D, double a, double b) {
    const double far = exp(D) - 1;
    const double E = D < 1e-5 ? D * (1 + D * 0.5) : far;
    const double next = D - (D + b * E - a) / (1 + b * (1 + E));
    return next > 0 ? next : 0;
  }
  static double growth(double a, double m) {
    const double within = m < -500 ? -500 : m > 500 ? 500 : m;
    const double b = exp(within);
    const double r = a / b;
    const double x = a + within + b;
    // one logarithm serves both starts
    const double l = log(within >= 0 ? 1 + r : x);
    const double near = r < 1e-5 ? r : l;
    const double above = near < a ? near : a;
    const double below = x > 1 ? l - within : a;
    double D = within >= 0 ? above : below;
    // five times, not in a loop: with one in it the loop over the lanes does not vectorize
    D = closer(closer(closer(closer(closer(D, a, b), a, b), a, b), a, b), a, b);
    const double past = a < -m ? a : -m;
    const double low = m < -500 ? past : D;
    return m > 500 ? 0 : low;
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

struct Hinge {
  static constexpr const char* id = "hinge";
  static double value(double z, double y, double) {
    const double e = 1 - y * z;
    return e > 0 ? e : 0;
  }
  static double derivative(double z, double y, double) { return y * z < 1 ? -y : 0; }
  static double invariant(double z, double y, double k, double ppu, double) {
    const double e = 1 - y * z;
    const double whole = e / ppu;
    const double u = y * (whole < k ? whole : k);
    return e > 0 ? u : 0;
  }
};

inline double towards(double z, double y, double up, double down, double ppu) {
  const double e = y - z;
  const double whole = e / ppu;
  const double rise = whole < up ? whole : up;
  const double fall = whole > -down ? whole : -down;
  return e > 0 ? rise : e < 0 ? fall : 0;
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

struct HalfSquared {
  static constexpr const char* id = "half-squared";
  static double value(double z, double y, double) {
    const double e = z - y;
    return 0.5 * e * e;
  }
  static double derivative(double z, double y, double) { return z - y; }
  static double invariant(double z, double y, double k, double ppu, double) {
    return ((y - z) * Squared::saturation(k * ppu)) / ppu;
  }
};

struct Perceptron {
  static constexpr const char* id = "perceptron";
  static double value(double z, double y, double) {
    const double m = y * z;
    return m < 0 ? -m : 0;
  }
  static double derivative(double z, double y, double) { return y * z <= 0 ? -y : 0; }
  static double invariant(double z, double y, double k, double, double) { return y * z <= 0 ? y * k : 0; }
};

struct Poisson {
  static constexpr const char* id = "poisson";
  static double within(double z) { return z < -50 ? -50 : z > 50 ? 50 : z; }
  static double value(double z, double y, double) {
    const double near = within(z);
    return exp(near) - y * near;
  }
  static double derivative(double z, double y, double) { return exp(within(z)) - y; }
  static double invariant(double z, double y, double k, double ppu, double) {
    const double a = y * k * ppu;
    const double s = Squared::saturation(a);
    const double part = s / y;
    const double rise = exp(within(z)) * (y > 0 ? part : k * ppu);
    const double far = log(exp(-a) + rise);
    const double near = log1p(rise - s);
    return -(s > 0.5 ? far : near) / ppu;
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

// Calls visit(loss) for each, in the order of their codes in the table of losses.
template <class Visit>
inline void eachLoss(Visit&& visit) {
  visit(Squared{});
  visit(Logistic{});
  visit(Hinge{});
  visit(Absolute{});
  visit(Quantile{});
  visit(HalfSquared{});
  visit(Perceptron{});
  visit(Poisson{});
}

// in the order of their codes in the table of losses
inline constexpr Loss kLosses[] = {lossOf<Squared>(),  lossOf<Logistic>(),    lossOf<Hinge>(),      lossOf<Absolute>(),
                                   lossOf<Quantile>(), lossOf<HalfSquared>(), lossOf<Perceptron>(), lossOf<Poisson>()};
inline constexpr int kLossCount = sizeof kLosses / sizeof kLosses[0];

}  // namespace ol
