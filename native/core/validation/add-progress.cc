#include <cmath>

#include "../table.h"
#include "validation.h"

namespace ol::validation {

void addProgress(Mistakes mistakes, double* sums, const Validated& validated, const uint8_t* status, size_t from,
                 size_t to) {
  const auto [labels, weights, predictions, losses] = validated;
  double weightSum = sums[progress::weightSum];
  double labelledWeight = sums[progress::labelledWeight];
  double lossSum = sums[progress::lossSum];
  double wrong = sums[progress::mistakes];
  double mean = sums[progress::labelMean];
  double squares = sums[progress::labelSquares];
  for (size_t e = from; e < to; e++) {
    const double w = weights == nullptr ? 1 : weights[e];
    const double y = labels[e];
    weightSum += w;
    if (status[e] == kDiverged) sums[progress::diverged]++;
    if (std::isnan(y)) continue;
    sums[progress::labelled]++;
    if (w == 0) continue;
    labelledWeight += w;
    const double off = y - mean;
    mean += off * w / labelledWeight;
    squares += w * off * (y - mean);
    const double loss = losses[e];
    if (std::isfinite(loss)) lossSum += w * loss;
    if (mistakes == Mistakes::sign && !(predictions[e] * y > 0)) wrong += w;
    if (mistakes == Mistakes::byClass && predictions[e] != y) wrong += w;
  }
  sums[progress::weightSum] = weightSum;
  sums[progress::labelledWeight] = labelledWeight;
  sums[progress::lossSum] = lossSum;
  sums[progress::mistakes] = wrong;
  sums[progress::labelMean] = mean;
  sums[progress::labelSquares] = squares;
}

}  // namespace ol::validation
