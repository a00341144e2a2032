#include "settle-classes.h"

#include <cmath>
#include <limits>
#include <vector>

#include "../math/log.h"
#include "class-probabilities.h"
#include "over-lanes.h"

namespace ol {
namespace {

// The class of the largest of n scores, the lowest of equal ones; -1 if none is a number.
double largestScore(const double* scores, size_t n) {
  double best = -1, largest = std::numeric_limits<double>::quiet_NaN();
  for (size_t k = 0; k < n; k++)
    if (scores[k] > largest || (scores[k] == scores[k] && best < 0)) {
      best = static_cast<double>(k);
      largest = scores[k];
    }
  return best;
}

}  // namespace

void settleClasses(const SettlingPlan& plan, const ScoredClasses& scored, const ClassOutcome& outcome) {
  const OverLanes& over = overLanes();
  const size_t K = plan.classes, most = blockOf(K, scored.size);
  if (scored.probabilities != nullptr) over.logs(scored.probabilities, scored.size * K, outcome.scores);
  if (scored.size > 0)
    std::fill(outcome.scores + scored.known, outcome.scores + K, -std::numeric_limits<double>::infinity());
  // the probabilities of all classes, for each example of a block in turn
  std::vector<double> probabilities(most * K);
  // the probability of each example's label
  std::vector<double> own(most);
  for (size_t from = 0; from < scored.size; from += most) {
    const size_t n = std::min(most, scored.size - from);
    const double *scores = outcome.scores + from * K, *labels = scored.labels + from;
    bool any = false;
    for (size_t e = 0; e < n; e++) {
      outcome.predictions[from + e] = largestScore(scores + e * K, from + e == 0 ? scored.known : K);
      any = any || labels[e] >= 0;
    }
    if (any) classProbabilities(scores, n, K, plan.independent, probabilities.data());
    for (size_t e = 0; e < n; e++) {
      const bool there = labels[e] >= 0 && labels[e] < static_cast<double>(K);
      own[e] = there ? probabilities[e * K + static_cast<size_t>(labels[e])] : std::numeric_limits<double>::quiet_NaN();
    }
    over.logs(own.data(), n, own.data());
    for (size_t e = 0; e < n; e++) {
      const size_t known = from + e == 0 ? scored.known : K;
      const bool isNew = labels[e] >= static_cast<double>(known);
      outcome.logLosses[from + e] = isNew ? log(static_cast<double>(known) + 1) : -own[e];
    }
  }
}

}  // namespace ol
