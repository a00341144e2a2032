#include "mix.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "../math/exp.h"
#include "../math/log.h"
#include "bayes.h"
#include "newton-calibration.h"
#include "over-lanes.h"
#include "probabilities.h"

namespace ol {
namespace {

// The share of weight that all lanes get back at each example.
constexpr double kShares[] = {0.001, 0.02};
// Examples over which the weights of lanes are averaged.
constexpr double kLateMemory = 1024;
// The logarithms of likelihoods of the mixture and of the calibrated distribution follow the mixed distributions.
constexpr size_t kMixed = 3, kCalibrated = 4;
constexpr size_t kRows[] = {0, 1, kMixed, kCalibrated};

// The state for the current example.
struct Mixed {
  // by distribution, then class
  std::vector<double> mixed, logs, q;

  explicit Mixed(size_t classes) : mixed(kMixedDistributions * classes), logs(kExperts * classes), q(classes) {}
};

class Mixer {
 public:
  Mixer(const MixingPlan& plan, const MixingState& state)
      : L(plan.lanes),
        K(plan.classes),
        plan_(plan),
        state_(state),
        over_(overLanes()),
        own_(L * K),
        weights_(L),
        lost_(L),
        prior_(L),
        added_(2 * L),
        all_(K),
        tried_(state.skipped == nullptr ? 0 : K) {
    for (size_t l = 0; l < L; l++) {
      prior_[l] = plan.prior == nullptr ? 0 : log(plan.prior[l]);
      for (size_t j = 0; j < 2; j++)
        added_[j * L + l] = plan.prior == nullptr ? kShares[j] / static_cast<double>(L) : kShares[j] * plan.prior[l];
    }
    weigh();
  }

  void turn(const double* scores, double* out) {
    probabilities(scores);
    distributions(all_, nullptr);
    std::copy_n(row(all_), K, out);
  }

  void learn(size_t label, double h) {
    if (state_.skipped != nullptr) {
      distributions(tried_, state_.skipped);
      state_.trial[0] += lossOf(row(all_)[label], h);
      state_.trial[1] += lossOf(row(tried_)[label], h);
    }
    double* sums = state_.sums;
    over_.lose(own_.data() + label * L, h, L, state_.losses);
    for (size_t j = 1; j < kGiven; j++) share(j, label, h);
    for (size_t l = 0; l < L && state_.late != nullptr; l++)
      state_.late[l] += (state_.losses[(kGiven - 1) * L + l] - state_.late[l]) / kLateMemory;
    for (size_t j = 0; j < kCalibrated; j++) sums[j] += h * log(all_.mixed[j * K + label]);
    sums[kCalibrated] += h * log(all_.q[label]);
    correct(state_.calibration, all_.logs.data(), all_.q.data(), K, label, h);
    sums[kMixedDistributions + label] += h;
    sums[kMixedDistributions + K] += h;
    weigh();
  }

 private:
  const double* row(const Mixed& of) const { return of.mixed.data() + kRows[static_cast<size_t>(plan_.output)] * K; }

  // Fills the probabilities of the lanes, by class then lane, as their scores are.
  void probabilities(const double* scores) {
    if (plan_.binary) {
      over_.binary(scores, L, own_.data(), own_.data() + L);
      return;
    }
    // stretches of lanes of one kind
    for (size_t from = 0, to; from < L; from = to) {
      const bool exclusive = plan_.exclusive[from] == 1;
      for (to = from + 1; to < L && (plan_.exclusive[to] == 1) == exclusive;) to++;
      double *out = own_.data() + from, *sums = lost_.data() + from;
      if (exclusive) over_.softmax(scores + from, L, K, to - from, out, largest_.data() + from, sums);
      else over_.normalized(scores + from, L, K, to - from, out, sums);
    }
  }

  // Adds up the lanes that are there and not skipped, in their order: three distributions and the sums of their
  // weights. `kClasses`: how many there are, 0: any number
  template <size_t kClasses>
  void addUp(double* m, double* sums, const double* skipped) const {
    const size_t classes = kClasses == 0 ? K : kClasses;
    const double *own = own_.data(), *ew = weights_.data(), *fs = state_.losses + L, *late = state_.losses + 2 * L;
    double few[kGiven * (kClasses == 0 ? 1 : kClasses)] = {};
    double* to = kClasses == 0 ? m : few;
    double s0 = 0, s1 = 0, s2 = 0;
    for (size_t l = 0; l < L; l++) {
      // a lane that diverged has no probability
      if (own[l] != own[l] || (skipped != nullptr && skipped[l] == 1)) continue;
      s0 += ew[l];
      s1 += fs[l];
      s2 += late[l];
      for (size_t k = 0; k < classes; k++) {
        const double p = own[k * L + l];
        to[k] += ew[l] * p;
        to[classes + k] += fs[l] * p;
        to[2 * classes + k] += late[l] * p;
      }
    }
    if (kClasses != 0) std::copy_n(few, kGiven * classes, m);
    sums[0] = s0;
    sums[1] = s1;
    sums[2] = s2;
  }

  // Fills the mixed distributions of all lanes, or of those that are not skipped, and the calibrated one.
  void distributions(Mixed& to, const double* skipped) const {
    double* m = to.mixed.data();
    double totals[kGiven], shareOf[kGiven], last[2];
    std::fill(to.mixed.begin(), to.mixed.end(), 0.0);
    if (K == 2) addUp<2>(m, totals, skipped);
    else addUp<0>(m, totals, skipped);
    for (size_t j = 0; j < kGiven; j++) {
      // if all weights underflow because the others are so much larger, the mean tends to the best of them
      const size_t best = totals[j] > kLeastTotal ? L : bestOf(skipped);
      for (size_t k = 0; k < K; k++) m[j * K + k] = best == L ? m[j * K + k] / totals[j] : own_[k * L + best];
    }
    bayesWeights(state_.sums, kGiven, shareOf);
    for (size_t k = 0; k < K; k++)
      for (size_t j = 0; j < kGiven; j++) m[kMixed * K + k] += shareOf[j] * m[j * K + k];
    // for the calibration: the three distributions that were given, and the frequencies of the classes
    const double* counts = state_.sums + kMixedDistributions;
    over_.logs(m, kLeastProbability, kGiven * K, to.logs.data());
    for (size_t k = 0; k < K; k++)
      to.logs[kGiven * K + k] = log((counts[k] + 1) / (counts[K] + static_cast<double>(K)));
    calibrate(state_.calibration, to.logs.data(), K, to.q.data());
    bayesWeights(state_.sums + kMixed, 2, last);
    for (size_t k = 0; k < K; k++) m[kCalibrated * K + k] = last[0] * m[kMixed * K + k] + last[1] * to.q[k];
  }

  // The best lane of those that are there and not skipped; L: there is none.
  size_t bestOf(const double* skipped) const {
    size_t best = L;
    for (size_t l = 0; l < L; l++) {
      if (own_[l] != own_[l] || (skipped != nullptr && skipped[l] == 1)) continue;
      if (best == L || prior_[l] - state_.losses[l] > prior_[best] - state_.losses[best]) best = l;
    }
    return best;
  }

  // The log loss of an example of weight h; of a probability that there is none of, infinity.
  static double lossOf(double p, double h) { return p != p ? std::numeric_limits<double>::infinity() : h * -log(p); }

  // Moves the weights of a fixed share.
  void share(size_t j, size_t label, double h) {
    const double kept = 1 - kShares[j - 1], all = all_.mixed[j * K + label];
    const double *own = own_.data() + label * L, *added = added_.data() + (j - 1) * L;
    double* weights = state_.losses + j * L;
    if (h == 1) {
      over_.share(own, all, kept, added, L, weights);
      return;
    }
    for (size_t l = 0; l < L; l++) {
      const double ratio = own[l] != own[l] ? 0 : powerOf(own[l] / all, h);
      weights[l] = kept * weights[l] * ratio + added[l];
    }
    normalize(weights, L);
  }

  // The weights of EW.
  void weigh() {
    for (size_t l = 0; l < L; l++) lost_[l] = prior_[l] - state_.losses[l];
    over_.exps(lost_.data(), largestOf(lost_.data(), L), L, weights_.data());
    normalize(weights_.data(), L);
  }

  // Likelihoods of an example of weight h: within the largest doubles, whatever h.
  static double powerOf(double ratio, double h) {
    const double exponent = h * log(ratio);
    return exp(exponent > 300 ? 300 : exponent);
  }

  const size_t L, K;
  const MixingPlan& plan_;
  const MixingState& state_;
  const OverLanes& over_;
  // the probabilities of the lanes, by class then lane; by lane: its weight in EW, the logarithm of its likelihood, and
  // of its weight before the first example; by share, then lane: the part that it gets back
  std::vector<double> own_, weights_, lost_, prior_, added_;
  std::vector<double> largest_ = std::vector<double>(L);
  // for all lanes, and for the lanes that a trial does not skip
  Mixed all_, tried_;
};

}  // namespace

void mix(const MixingPlan& plan, const MixingState& state, const MixingTurns& turns, double* out) {
  const size_t width = plan.binary ? plan.lanes : plan.lanes * plan.classes;
  Mixer mixer(plan, state);
  for (size_t e = 0; e < turns.size; e++) {
    mixer.turn(turns.scores + e * width, out + e * plan.classes);
    if (turns.moves[e] != 1) continue;
    const double label = turns.labels[e];
    mixer.learn(plan.binary ? (label > 0 ? 1 : 0) : static_cast<size_t>(label),
                turns.weights == nullptr ? 1 : turns.weights[e]);
  }
}

}  // namespace ol
