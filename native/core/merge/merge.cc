// Twin: packages/fallback/src/merge/merge.ts, the same operations in the same order.
#include "merge.h"

#include <cmath>
#include <limits>
#include <vector>

#include "../math/power.h"
#include "dual.h"
#include "merge-units.h"

namespace ol {
namespace {

constexpr double kLeastRatio = 1e-30;
constexpr double kMostEvidence = 1e250;

double evidenceOf(const MergePlan& plan, double norm, double t, bool seen) {
  if (plan.evidence == MergeEvidence::none) return seen ? t : 0;
  if (plan.evidence == MergeEvidence::squares) return std::sqrt(norm) * std::sqrt(t);
  if (plan.power == 0.5) return norm * std::sqrt(t);
  return norm > 0 ? power(norm, 2 * plan.power) * power(t, 1 - plan.power) : 0;
}

double meanOf(double sum, double total, double low, double high) {
  if (!(total > 0)) return 0;
  const double mean = sum / total;
  return mean >= low ? (mean > high ? high : mean) : low;
}

double meanNow(double weight, double mean, double last, double t) {
  return last < t ? weight + (mean - weight) * (last / t) : mean;
}

void mergeLane(const MergePlan& plan, const double* states, double* merged, size_t step, size_t l,
               const Ratios& ratios) {
  const size_t lanes = plan.lanes;
  const MergeEvidence evidence = plan.evidence;
  const size_t family = plan.unit == MergeUnit::standardized && plan.params[lanes + l] != 0 ? plan.models : 0;
  const size_t meanState = (plan.laneStates - 1) * lanes + l;
  const size_t last = lanes * plan.laneStates + plan.sharedStates - 1;
  double total = 0, sum = 0, meanSum = 0, squares = 0;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  double meanLow = low, meanHigh = high;
  for (size_t k = 0; k < plan.models; k++) {
    const double* row = states + k * step;
    const double q = ratios.ratio[family + k];
    const double own = evidence == MergeEvidence::none ? 0 : row[lanes + l];
    const double norm = evidence == MergeEvidence::squares ? own * ratios.normRatio[k] * ratios.normRatio[k]
                                                           : own * ratios.normRatio[k];
    squares += evidence == MergeEvidence::squares ? norm : norm * norm;
    if (!(q >= kLeastRatio)) continue;
    const double stored = row[l];
    const double u = (weightOfDual(plan, stored, own, plan.rounds[k], l) * plan.units[k]) / q;
    const double weight = evidenceOf(plan, norm, plan.weights[k], plan.unit == MergeUnit::own ? stored != 0 : true);
    if (!(weight > 0) || !(u <= plan.limit && u >= -plan.limit)) continue;
    total += weight;
    sum += weight * u;
    if (u < low) low = u;
    if (u > high) high = u;
    if (!plan.averages) continue;
    const double mean = (meanNow(stored, row[meanState], row[last], plan.weights[k]) * plan.units[k]) / q;
    meanSum += weight * mean;
    if (mean < meanLow) meanLow = mean;
    if (mean > meanHigh) meanHigh = mean;
  }
  double norm = evidence == MergeEvidence::squares ? squares : std::sqrt(squares);
  if (!(norm <= kMostEvidence)) norm = kMostEvidence;
  if (evidence != MergeEvidence::none) merged[lanes + l] = norm;
  merged[l] = dualOfWeight(plan, meanOf(sum, total, low, high), norm, plan.rounds[plan.models], l);
  if (plan.averages) merged[meanState] = meanOf(meanSum, total, meanLow, meanHigh);
}

}  // namespace

void merge(const MergePlan& plan, const MergeRows& rows) {
  const size_t width = plan.width(), step = rows.size * width, shared = plan.lanes * plan.laneStates;
  std::vector<double> ratio(2 * plan.models), normRatio(plan.models);
  const Ratios ratios{ratio.data(), normRatio.data()};
  for (size_t i = 0; i < rows.size; i++) {
    const double* states = rows.states + i * width;
    double* merged = rows.merged + i * width;
    mergeUnit(plan, states + shared, step, merged + shared, ratios);
    for (size_t l = 0; l < plan.lanes; l++) mergeLane(plan, states, merged, step, l, ratios);
    if (plan.averages) merged[shared + plan.sharedStates - 1] = plan.weights[plan.models];
  }
}

void split(const MergePlan& plan, const MergeRows& rows) {
  const size_t lanes = plan.lanes, width = plan.width(), shared = lanes * plan.laneStates;
  const size_t last = shared + plan.sharedStates - 1;
  const MergeEvidence evidence = plan.evidence;
  const MergeUnit unit = plan.unit;
  const double models = static_cast<double>(plan.models);
  const double root = std::sqrt(models);
  // in units of the root of a sum that is split as well
  const bool whole = evidence == MergeEvidence::none || unit == MergeUnit::rms;
  for (size_t i = 0; i < rows.size; i++) {
    const double* states = rows.states + i * width;
    double* merged = rows.merged + i * width;
    for (size_t j = 0; j < width; j++) merged[j] = states[j];
    for (size_t l = 0; l < lanes; l++) {
      const double own = evidence == MergeEvidence::none ? 0 : states[lanes + l];
      const double norm = whole ? own : evidence == MergeEvidence::squares ? own / models : own / root;
      if (evidence != MergeEvidence::none) merged[lanes + l] = norm;
      const double w = weightOfDual(plan, states[l], own, plan.rounds[0], l);
      if (plan.dual != MergeDual::weight) merged[l] = dualOfWeight(plan, w, norm, plan.rounds[1], l);
      const size_t mean = (plan.laneStates - 1) * lanes + l;
      if (plan.averages) merged[mean] = meanNow(w, states[mean], states[last], plan.weights[0]);
    }
    if (unit != MergeUnit::own && unit != MergeUnit::maximum) merged[shared] = states[shared] / models;
    if (unit == MergeUnit::standardized) {
      merged[shared + 2] = states[shared + 2] / models;
      merged[shared + 5] = states[shared + 5] / models;
    }
    if (plan.averages) merged[last] = plan.weights[1];
  }
}

}  // namespace ol
