// Thresholds of the scores of labels. Twin: packages/fallback/src/intervals/move-thresholds.ts
#pragma once

#include <cstddef>

namespace ol {

struct ThresholdPlan {
  const double* levels;
  size_t count;
  double first, least, lowest, highest;
  size_t usual;
};

// See packages/spec/src/thresholds.ts.
struct ThresholdState {
  double *scalars, *thresholds;
};
inline constexpr size_t kLearned = 2, kSettled = 4, kThresholdScalars = 5;

struct ThresholdTurns {
  size_t size;
  double number;
  const double *scores, *shares, *weights, *units;
};

// See Backend.moveThresholds.
void moveThresholds(const ThresholdPlan& plan, const ThresholdState& state, const ThresholdTurns& turns, double* usual);

}  // namespace ol
