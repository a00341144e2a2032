// The perceptron loss. Twin: packages/numerics/src/losses/perceptron.ts
#pragma once

namespace ol {

struct Perceptron {
  static constexpr const char* id = "perceptron";
  static double value(double z, double y, double) {
    const double m = y * z;
    return m < 0 ? -m : 0;
  }
  static double derivative(double z, double y, double) { return y * z <= 0 ? -y : 0; }
  static double invariant(double z, double y, double k, double, double) { return y * z <= 0 ? y * k : 0; }
};

}  // namespace ol
