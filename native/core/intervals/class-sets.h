// Sets of classes that labels lie in. Twin: packages/spec/src/thresholds.ts, which says what the arrays are.
#pragma once

#include <cstddef>

namespace ol {

struct SetPlan {
  size_t classes;
  bool binary, independent;
};

struct RankedLabels {
  size_t size;
  const double *scores, *labels;
};

struct LabelRanks {
  double *probabilities, *above;
};

struct SizedSets {
  size_t size, classes;
  const double *probabilities, *thresholds;
};

// See ThresholdCalls.rankLabels.
void rankLabels(const SetPlan& plan, const RankedLabels& ranked, const LabelRanks& ranks);

// See ThresholdCalls.sizeSets.
void sizeSets(const SizedSets& sized, double* sizes);

}  // namespace ol
