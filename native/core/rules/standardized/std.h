// Standardized NAG. Twin: packages/fallback/src/rules/standardized/std.ts
#pragma once

#include "../parts.h"
#include "survey.h"

namespace ol {

struct Std : Rule, PlainWeight, ConstantStep {
  static constexpr const char* id = "std";
  static constexpr int code = 100;
  static constexpr int lane = 2, shared = 6, scalars = 7, params = 3;
  static constexpr bool hasSurvey = true, hasMultiplier = true, hasAccumulate = true, hasStepSize = true;
  // The maximum of G: the limit of float32, reached by gradients of 1e19.
  static constexpr double kMost = 1e38;
  static bool settled(const double*, double) { return true; }
  static size_t family(const Step& c, size_t l) { return c.param(1, l) == 0 ? 0 : 1; }
  static double prior(const Step& c, size_t l) { return family(c, l) == 0 ? c.param(2, l) : 0; }
  static double multiplier(const Step& c, size_t l) {
    const double sum = c.scalar(kN + family(c, l));
    return sum > 0 ? std::sqrt(c.scalar(kCounted) / sum) : 0;
  }
  // x is the scale, in the unit of the row.
  template <class Real>
  static double accumulate(Real* T, size_t L, double r, double g, double x, double prior, double h) {
    const double b = g * (r * x);
    const double sum = T[L] + h * (b * b);
    const double G = sum < kMost ? sum : kMost;
    T[L] = static_cast<Real>(G);
    const double root = std::sqrt(G + prior * (x * x));
    return root > 0 ? x / root : 0;
  }
  static double labelOf(double z, const Step& c) {
    const double weight = c.scalar(kLabels);
    return weight > 0 ? c.scalar(kLabels + 1) + std::sqrt(c.scalar(kLabels + 2) / weight) * z : 0;
  }
  static double seeLabel(double y, const Step& c) {
    double& weight = c.scalar(kLabels);
    double& mean = c.scalar(kLabels + 1);
    double& squares = c.scalar(kLabels + 2);
    weight += c.h;
    const double distance = y - mean;
    mean += (c.h * distance) / weight;
    const double square = c.h * (distance * (y - mean));
    if (square > 0) squares += square;
    return std::sqrt(squares / weight);
  }
};

}  // namespace ol
