// The unit of a row: computes the merged row's shared states (`out`) and the ratios of the models' units from the
// shared states of all models; model k's begin at S[k * step]. Twin: packages/fallback/src/merge/merge-units.ts.
#pragma once

#include <algorithm>
#include <cmath>

#include "../rules/standardized/faint-run.h"
#include "../rules/standardized/known-weight.h"
#include "merge.h"

namespace ol {

// `ratio`: model k's, and at models + k model k's for the second family of standardized lanes.
struct Ratios {
  double* ratio;
  double* normRatio;
};

// placesPerModel of the contract
constexpr double kPlacesPerModel = 2147483648.0;

inline void ownUnit(const MergePlan& plan, const Ratios& r) {
  for (size_t k = 0; k < plan.models; k++) r.ratio[k] = r.normRatio[k] = 1;
}

inline void maximumUnit(const MergePlan& plan, const double* S, size_t step, double* out, const Ratios& r) {
  const auto scale = [&](size_t k) { return S[k * step] < 0 ? -S[k * step] : S[k * step]; };
  double s = 0;
  for (size_t k = 0; k < plan.models; k++)
    if (scale(k) > s) s = scale(k);
  out[0] = s;
  for (size_t k = 0; k < plan.models; k++) r.ratio[k] = r.normRatio[k] = s > 0 ? scale(k) / s : 0;
}

inline double sumOfSquares(const MergePlan& plan, const double* S, size_t step) {
  double sum = 0;
  for (size_t k = 0; k < plan.models; k++) sum += std::fabs(S[k * step]);
  return sum;
}

inline void rmsUnit(const MergePlan& plan, const double* S, size_t step, double* out, const Ratios& ratios) {
  const double* weights = plan.weights;
  const double q = sumOfSquares(plan, S, step);
  out[0] = q;
  const double r = weights[plan.models] > 0 ? std::sqrt(q / weights[plan.models]) : 0;
  for (size_t k = 0; k < plan.models; k++) {
    const double own = std::fabs(S[k * step]);
    ratios.ratio[k] = r > 0 && weights[k] > 0 ? std::sqrt(own / weights[k]) / r : 0;
    ratios.normRatio[k] = q > 0 ? std::sqrt(own / q) : 0;
  }
}

inline void lastRmsUnit(const MergePlan& plan, const double* S, size_t step, double* out, const Ratios& ratios) {
  const double q = sumOfSquares(plan, S, step);
  const double t = plan.weights[plan.models];
  const double r = t > 0 ? std::sqrt(q / t) : 0;
  double largest = r;
  for (size_t k = 0; k < plan.models; k++)
    if (S[k * step + 2] > largest) largest = S[k * step + 2];
  out[0] = q;
  out[1] = r;
  out[2] = largest;
  for (size_t k = 0; k < plan.models; k++) ratios.ratio[k] = ratios.normRatio[k] = r > 0 ? S[k * step + 1] / r : 0;
}

inline double standardScale(double count, double mean, double squares, bool dense, double t, bool second) {
  // the constant
  if (count == 0) return 1;
  const double f = count < t ? count / t : 1;
  const double square = second  ? (squares + count * (mean * mean)) / t
                        : dense ? squares / t + f * (1 - f) * (mean * mean)
                                : squares / count + mean * mean;
  return square > 0 ? std::sqrt(square) : 0;
}

inline void standardizedUnit(const MergePlan& plan, const double* S, size_t step, double* out, const Ratios& r) {
  double count = 0, mean = 0, squares = 0, unit = 0, denseWeight = 0, place = 0, missing = 0;
  for (size_t k = 0; k < plan.models; k++) {
    const double* own = S + k * step;
    if (own[0] > 0) {
      const double both = count + own[0];
      const double off = own[1] - mean;
      mean += off * (own[0] / both);
      squares += own[2] + off * off * (count * (own[0] / both));
      count = both;
    }
    const double ownUnit = powerBelow(own[3]);
    if (ownUnit > unit) unit = ownUnit;
    if (own[4] != 0) {
      denseWeight += plan.weights[k] - own[5];
      if (place == 0) place = own[4] + static_cast<double>(k) * kPlacesPerModel;
    }
    missing += own[5];
  }
  const double t = knownWeight(plan.weights[plan.models], missing, count);
  const bool dense = 2 * denseWeight > t;
  out[0] = count;
  out[1] = mean;
  out[2] = squares;
  out[3] = unit;
  out[4] = dense ? place : 0;
  out[5] = missing;
  for (size_t second = 0; second < 2; second++) {
    const double scale = standardScale(count, mean, squares, dense, t, second == 1);
    for (size_t k = 0; k < plan.models; k++) {
      const double* own = S + k * step;
      const double known = knownWeight(plan.weights[k], own[5], own[0]);
      const double ownScale = standardScale(own[0], own[1], own[2], own[4] != 0, known, second == 1);
      r.ratio[second * plan.models + k] = scale > 0 ? ownScale / scale : 0;
    }
  }
  // a weight without a unit has the unit of the constant
  for (size_t k = 0; k < plan.models; k++) {
    const double own = powerBelow(S[k * step + 3]);
    r.normRatio[k] = (own > 0 ? own : 1) / (unit > 0 ? unit : 1);
  }
}

inline void mergeUnit(const MergePlan& plan, const double* S, size_t step, double* out, const Ratios& r) {
  switch (plan.unit) {
    case MergeUnit::own:
      return ownUnit(plan, r);
    case MergeUnit::maximum:
      return maximumUnit(plan, S, step, out, r);
    case MergeUnit::rms:
      return rmsUnit(plan, S, step, out, r);
    case MergeUnit::plainRms:
      rmsUnit(plan, S, step, out, r);
      std::fill_n(r.normRatio, plan.models, 1.0);
      return;
    case MergeUnit::lastRms:
      return lastRmsUnit(plan, S, step, out, r);
    case MergeUnit::standardized:
      return standardizedUnit(plan, S, step, out, r);
  }
}

}  // namespace ol
