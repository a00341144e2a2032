#include "mix-errors.h"

#include <limits>
#include <vector>

#include "bayes.h"
#include "over-lanes.h"

namespace ol {
namespace {

// The squared error of an example of weight h; infinity without a prediction.
double errorOf(double off, double h) { return off != off ? std::numeric_limits<double>::infinity() : h * (off * off); }

class ErrorMixer {
 public:
  ErrorMixer(const ErrorMixingPlan& plan, const ErrorMixingState& state)
      : L(plan.lanes), plan_(plan), state_(state), over_(overLanes()), ratios_(L), logs_(L) {}

  // The mean of the scores of an example, over lanes that are not skipped. If all their weights underflow, it is
  // the score of the best lane, to which the mean tends.
  double mean(const double* scores, const double* skipped) const {
    double all = 0, sum = 0;
    size_t best = L;
    for (size_t l = 0; l < L; l++) {
      // a lane that diverged predicts nothing
      if (scores[l] != scores[l] || (skipped != nullptr && skipped[l] == 1)) continue;
      all += state_.weights[l];
      sum += state_.weights[l] * scores[l];
      if (best == L || state_.errors[l] < state_.errors[best]) best = l;
    }
    return all > kLeastTotal || best == L ? sum / all : scores[best];
  }

  void learn(const double* scores, double label, double h) {
    double *errors = state_.errors, *sums = state_.sums;
    const double kept = plan_.kept;
    sums[1]++;
    // before the first label no prediction was possible
    if (sums[1] == 1) return;
    bool any = false;
    for (size_t l = 0; l < L; l++) {
      const double off = scores[l] - label;
      if (kept != 1) errors[l] *= kept;
      errors[l] += errorOf(off, h);
      if (errors[l] > 0) any = true;
    }
    if (any) sums[0] = (kept == 1 ? sums[0] : sums[0] * kept) + h;
    weigh();
  }

 private:
  void weigh() {
    const double* errors = state_.errors;
    double* weights = state_.weights;
    double least = std::numeric_limits<double>::infinity();
    for (size_t l = 0; l < L; l++)
      if (errors[l] < least) least = errors[l];
    const double half = -0.5 * state_.sums[0];
    for (size_t l = 0; l < L; l++) ratios_[l] = errors[l] / least;
    over_.logs(ratios_.data(), L, logs_.data());
    for (size_t l = 0; l < L; l++) logs_[l] *= half;
    over_.exps(logs_.data(), 0, L, weights);
    double sum = 0;
    for (size_t l = 0; l < L; l++) {
      weights[l] = errors[l] == least ? 1 : least > 0 ? weights[l] : 0;
      if (plan_.prior != nullptr) weights[l] *= plan_.prior[l];
      sum += weights[l];
    }
    for (size_t l = 0; l < L; l++) weights[l] /= sum;
  }

  const size_t L;
  const ErrorMixingPlan& plan_;
  const ErrorMixingState& state_;
  const OverLanes& over_;
  // by lane: its errors divided by the smallest, and the logarithm of its weight
  std::vector<double> ratios_, logs_;
};

}  // namespace

void mixErrors(const ErrorMixingPlan& plan, const ErrorMixingState& state, const MixingTurns& turns, double* out) {
  ErrorMixer mixer(plan, state);
  for (size_t e = 0; e < turns.size; e++) {
    const double* scores = turns.scores + e * plan.lanes;
    out[e] = mixer.mean(scores, nullptr);
    if (turns.moves[e] != 1) continue;
    const double label = turns.labels[e], h = turns.weights == nullptr ? 1 : turns.weights[e];
    if (state.skipped != nullptr) {
      state.trial[0] += errorOf(out[e] - label, h);
      state.trial[1] += errorOf(mixer.mean(scores, state.skipped) - label, h);
    }
    mixer.learn(scores, label, h);
  }
}

}  // namespace ol
