#include "move-thresholds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ol {
namespace {

// The time constant of settled thresholds, in examples, and the largest distance of one threshold from their mean.
constexpr double kHorizon = 500, kFarthest = 3;

double within(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

}  // namespace

void moveThresholds(const ThresholdPlan& plan, const ThresholdState& state, const ThresholdTurns& turns,
                    double* usual) {
  const size_t n = plan.count;
  double *thresholds = state.thresholds, *settled = thresholds + n, *held = settled + n;
  for (size_t i = 0; i < turns.size; i++) {
    const double score = turns.scores[i], share = turns.shares[i], h = turns.weights[i], unit = turns.units[i];
    usual[i] = thresholds[plan.usual];
    const double early = plan.first / std::sqrt(turns.number + static_cast<double>(i));
    const double wide = (early > plan.least ? early : plan.least) * share;
    // an example of a large weight moves a threshold at most as far as the first example did
    const double step = wide > plan.first ? plan.first : wide;
    state.scalars[kLearned] += h;
    // without an error so far, there is no unit
    if (unit > -std::numeric_limits<double>::infinity()) {
      const double examples = ++state.scalars[kSettled];
      const bool first = examples == 1;
      const double part = share * std::max(1 / kHorizon, 1 / examples);
      const double rate = part > 1 || first ? 1 : part;
      for (size_t l = 0; l < n; l++) {
        const double off = thresholds[l] + unit - settled[l];
        // errors that are 0 or far too large for a while say little about later ones
        settled[l] += rate * (first ? off : within(off, -kFarthest, kFarthest));
      }
    }
    for (size_t l = 0; l < n; l++) {
      const bool above = !(score <= thresholds[l]);
      held[l] += above ? 0 : h;
      const double next = thresholds[l] + step * (above ? plan.levels[l] : plan.levels[l] - 1);
      thresholds[l] = within(next, plan.lowest, plan.highest);
    }
  }
}

}  // namespace ol
