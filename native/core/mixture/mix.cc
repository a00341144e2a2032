#include "mix.h"

#include <algorithm>
#include <cstdint>
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

// The share of the weight that is divided among all lanes after each example.
constexpr double kShares[] = {0.001, 0.02};
// Examples over which the weights of lanes are averaged.
constexpr double kLateMemory = 1024;
// The logarithms of likelihoods of the mixture and of the calibrated distribution follow the mixed distributions.
constexpr size_t kMixed = 3, kCalibrated = 4;
constexpr size_t kRows[] = {0, 1, kMixed, kCalibrated};
// The largest number of examples of a block, and of probabilities of its lanes: they stay in the cache of a core.
constexpr size_t kMostExamples = 64, kMostProbabilities = 4096;

// An example of a block: the number of its class and its weight, if the state moves by it.
struct Turn {
  bool moves;
  size_t label;
  double h;
};

// The mixed distributions of the examples of a block, by example, then distribution, then class; the logarithms that
// the calibration takes, by distribution, then class; the calibrated probabilities.
struct Mixed {
  std::vector<double> mixed, logs, q;

  Mixed(size_t examples, size_t classes)
      : mixed(examples * kMixedDistributions * classes), logs(examples * kExperts * classes), q(examples * classes) {}
};

// Mixes blocks of examples. The state moves example by example. The rest is computed for all examples of a block
// together, because functions of a vector overlap: probabilities, then the weights of the lanes, the three given
// distributions, their Bayes mixture, and its calibration.
class Mixer {
 public:
  Mixer(const MixingPlan& plan, const MixingState& state, size_t size)
      : L(plan.lanes),
        K(plan.classes),
        plan_(plan),
        state_(state),
        over_(overLanes()),
        N(std::min(size, std::clamp<size_t>(kMostProbabilities / (L * K), 1, kMostExamples))),
        turns_(N),
        own_(K * N * L),
        lost_(N * L),
        weights_(N * L),
        prior_(L),
        added_(2 * L),
        largest_(L),
        there_(L),
        given_(N * kMixedDistributions),
        labels_(N * kMixedDistributions),
        all_(N, K),
        tried_(state.skipped == nullptr ? 0 : N, K) {
    for (size_t l = 0; l < L; l++) {
      prior_[l] = plan.prior == nullptr ? 0 : log(plan.prior[l]);
      for (size_t j = 0; j < 2; j++)
        added_[j * L + l] = plan.prior == nullptr ? kShares[j] / static_cast<double>(L) : kShares[j] * plan.prior[l];
    }
  }

  // Examples of a block.
  size_t most() const { return N; }

  // Mixes n examples from `from` on, and moves the state by them.
  void block(const MixingTurns& turns, size_t from, size_t n, double* out) {
    const size_t width = plan_.binary ? L : L * K;
    read(turns, from, n);
    probabilities(turns.scores + from * width, n);
    weigh(n);
    mixGiven(n);
    mixBayes(n);
    mixCalibrated(n);
    for (size_t e = 0; e < n; e++) std::copy_n(row(all_, e), K, out + (from + e) * K);
    for (size_t e = 0; e < n && tries(); e++) {
      const auto [moves, label, h] = turns_[e];
      if (!moves) continue;
      state_.trial[0] += lossOf(row(all_, e)[label], h);
      state_.trial[1] += lossOf(row(tried_, e)[label], h);
    }
  }

 private:
  bool tries() const { return state_.skipped != nullptr; }

  // The probabilities of a class, by lane.
  const double* own(size_t e, size_t k) const { return own_.data() + (k * N + e) * L; }

  // A distribution, by class.
  double* mixed(Mixed& of, size_t e, size_t j) const { return of.mixed.data() + (e * kMixedDistributions + j) * K; }
  const double* row(Mixed& of, size_t e) const { return mixed(of, e, kRows[static_cast<size_t>(plan_.output)]); }

  void read(const MixingTurns& turns, size_t from, size_t n) {
    for (size_t e = 0; e < n; e++) {
      const double label = turns.labels[from + e];
      const bool moves = turns.moves[from + e] == 1;
      const size_t number = !moves ? 0 : plan_.binary ? (label > 0 ? 1 : 0) : static_cast<size_t>(label);
      turns_[e] = {moves, number, turns.weights == nullptr ? 1 : turns.weights[from + e]};
    }
  }

  // Fills the probabilities of the lanes, as their scores are.
  void probabilities(const double* scores, size_t n) {
    if (plan_.binary) {
      over_.binary(scores, n * L, own_.data(), own_.data() + N * L);
      return;
    }
    for (size_t e = 0; e < n; e++, scores += L * K) {
      // runs of lanes of one kind
      for (size_t from = 0, to; from < L; from = to) {
        const bool exclusive = plan_.exclusive[from] == 1;
        for (to = from + 1; to < L && (plan_.exclusive[to] == 1) == exclusive;) to++;
        double *out = own_.data() + e * L + from, *sums = lost_.data() + from;
        if (exclusive) over_.softmax(scores + from, L, N * L, K, to - from, out, largest_.data() + from, sums);
        else over_.normalized(scores + from, L, N * L, K, to - from, out, sums);
      }
    }
  }

  // Fills the weights of EW before each example, and the logarithms of the lanes' likelihoods, and adds the losses.
  void weigh(size_t n) {
    for (size_t e = 0; e < n; e++) {
      double *lost = lost_.data() + e * L, *weights = weights_.data() + e * L;
      for (size_t l = 0; l < L; l++) lost[l] = prior_[l] - state_.losses[l];
      const double largest = largestOf(lost, L);
      for (size_t l = 0; l < L; l++) weights[l] = lost[l] - largest;
      if (turns_[e].moves) over_.lose(own(e, turns_[e].label), turns_[e].h, L, state_.losses);
    }
    over_.exps(weights_.data(), 0, n * L, weights_.data());
    for (size_t e = 0; e < n; e++) normalize(weights_.data() + e * L, L);
  }

  // Fills the distributions of EW and of the fixed shares, of all lanes and of those that a trial does not skip, and
  // moves the shares.
  void mixGiven(size_t n) {
    for (size_t e = 0; e < n; e++) {
      addUp(all_, e, nullptr);
      if (tries()) addUp(tried_, e, state_.skipped);
      const auto [moves, label, h] = turns_[e];
      if (!moves) continue;
      for (size_t j = 1; j < kGiven; j++) share(j, own(e, label), mixed(all_, e, j)[label], h);
      for (size_t l = 0; l < L && state_.late != nullptr; l++)
        state_.late[l] += (state_.losses[(kGiven - 1) * L + l] - state_.late[l]) / kLateMemory;
    }
  }

  // Adds up the lanes that are in use and not skipped, in their order.
  void addUp(Mixed& to, size_t e, const double* skipped) {
    const double *first = own(e, 0), *ew = weights_.data() + e * L, *fs = state_.losses + L, *late = fs + L;
    size_t count = 0;
    double sums[kGiven] = {};
    for (size_t l = 0; l < L; l++) {
      // a lane that diverged has no probability
      if (first[l] != first[l] || (skipped != nullptr && skipped[l] == 1)) continue;
      there_[count++] = static_cast<uint32_t>(l);
      sums[0] += ew[l];
      sums[1] += fs[l];
      sums[2] += late[l];
    }
    // if all these weights underflow, the mean tends to the best lane
    size_t best[kGiven];
    for (size_t j = 0; j < kGiven; j++) best[j] = sums[j] > kLeastTotal ? L : bestOf(e, count);
    double* out = mixed(to, e, 0);
    for (size_t k = 0; k < K; k++) {
      const double* p = own(e, k);
      double means[kGiven] = {};
      for (size_t i = 0; i < count; i++) {
        const size_t l = there_[i];
        means[0] += ew[l] * p[l];
        means[1] += fs[l] * p[l];
        means[2] += late[l] * p[l];
      }
      for (size_t j = 0; j < kGiven; j++) out[j * K + k] = best[j] == L ? means[j] / sums[j] : p[best[j]];
    }
  }

  // The best of the lanes that are in use and not skipped; L: there is none.
  size_t bestOf(size_t e, size_t count) const {
    const double* lost = lost_.data() + e * L;
    size_t best = L;
    for (size_t i = 0; i < count; i++)
      if (best == L || lost[there_[i]] > lost[best]) best = there_[i];
    return best;
  }

  // Moves the weights of a fixed share. `p`: the probabilities of the label, `all`: their mean
  void share(size_t j, const double* p, double all, double h) {
    const double kept = 1 - kShares[j - 1];
    const double* added = added_.data() + (j - 1) * L;
    double* weights = state_.losses + j * L;
    if (h == 1) {
      over_.share(p, all, kept, added, L, weights);
      return;
    }
    for (size_t l = 0; l < L; l++) {
      const double ratio = p[l] != p[l] ? 0 : powerOf(p[l] / all, h);
      weights[l] = kept * weights[l] * ratio + added[l];
    }
    normalize(weights, L);
  }

  // Fills the Bayes mixture of the distributions that are given, and adds to their likelihoods.
  void mixBayes(size_t n) {
    logsOfLabels(n, 0, kGiven);
    for (size_t e = 0; e < n; e++) follow(e, 0, kGiven);
    over_.exps(given_.data(), 0, n * kGiven, given_.data());
    for (size_t e = 0; e < n; e++) {
      double* shares = given_.data() + e * kGiven;
      normalize(shares, kGiven);
      addDistributions(all_, e, shares);
      if (tries()) addDistributions(tried_, e, shares);
    }
  }

  void addDistributions(Mixed& to, size_t e, const double* shares) const {
    double* m = mixed(to, e, 0);
    for (size_t k = 0; k < K; k++) {
      double sum = 0;
      for (size_t j = 0; j < kGiven; j++) sum += shares[j] * m[j * K + k];
      m[kMixed * K + k] = sum;
    }
  }

  // Fills the calibrated distribution, and its mixture with the Bayes mixture, adds to their likelihoods, and moves the
  // calibration. It combines the three given distributions and the frequencies of the classes.
  void mixCalibrated(size_t n) {
    double* counts = state_.sums + kMixedDistributions;
    for (size_t e = 0; e < n; e++) {
      takeLogs(all_, e);
      if (tries()) takeLogs(tried_, e);
      if (!turns_[e].moves) continue;
      counts[turns_[e].label] += turns_[e].h;
      counts[K] += turns_[e].h;
    }
    over_.logs(all_.logs.data(), n * kExperts * K, all_.logs.data());
    if (tries()) over_.logs(tried_.logs.data(), n * kExperts * K, tried_.logs.data());
    for (size_t e = 0; e < n; e++) {
      const double* logs = all_.logs.data() + e * kExperts * K;
      double* q = all_.q.data() + e * K;
      calibrate(state_.calibration, logs, K, q);
      if (tries()) calibrate(state_.calibration, tried_.logs.data() + e * kExperts * K, K, tried_.q.data() + e * K);
      if (turns_[e].moves) correct(state_.calibration, logs, q, K, turns_[e].label, turns_[e].h);
    }
    logsOfLabels(n, kMixed, kMixedDistributions);
    for (size_t e = 0; e < n; e++) follow(e, kMixed, kMixedDistributions);
    over_.exps(given_.data(), 0, n * 2, given_.data());
    for (size_t e = 0; e < n; e++) {
      double* shares = given_.data() + e * 2;
      normalize(shares, 2);
      addCalibrated(all_, e, shares);
      if (tries()) addCalibrated(tried_, e, shares);
    }
  }

  // Fills in the probabilities whose logarithms the calibration takes.
  void takeLogs(Mixed& to, size_t e) const {
    const double *m = mixed(to, e, 0), *counts = state_.sums + kMixedDistributions;
    double* x = to.logs.data() + e * kExperts * K;
    for (size_t i = 0; i < kGiven * K; i++) x[i] = m[i] > kLeastProbability ? m[i] : kLeastProbability;
    for (size_t k = 0; k < K; k++) x[kGiven * K + k] = (counts[k] + 1) / (counts[K] + static_cast<double>(K));
  }

  void addCalibrated(Mixed& to, size_t e, const double* shares) const {
    double* m = mixed(to, e, 0);
    const double* q = to.q.data() + e * K;
    for (size_t k = 0; k < K; k++) m[kCalibrated * K + k] = shares[0] * m[kMixed * K + k] + shares[1] * q[k];
  }

  // Fills the logarithms of the probabilities that distributions give the labels: `kCalibrated` is q.
  void logsOfLabels(size_t n, size_t first, size_t end) {
    const size_t count = end - first;
    for (size_t e = 0; e < n; e++)
      for (size_t j = first; j < end; j++) {
        const double* said = j == kCalibrated ? all_.q.data() + e * K : mixed(all_, e, j);
        labels_[e * count + j - first] = turns_[e].moves ? said[turns_[e].label] : 1;
      }
    over_.logs(labels_.data(), n * count, labels_.data());
  }

  // Fills the exponents of the Bayes weights of distributions before an example, and then adds the logarithms of the
  // probabilities that the distributions give its label.
  void follow(size_t e, size_t first, size_t end) {
    const size_t count = end - first;
    double* sums = state_.sums + first;
    const double largest = largestOf(sums, count);
    for (size_t j = 0; j < count; j++) given_[e * count + j] = sums[j] - largest;
    if (!turns_[e].moves) return;
    for (size_t j = 0; j < count; j++) sums[j] += turns_[e].h * labels_[e * count + j];
  }

  // The log loss of an example of weight h; infinity without a probability.
  static double lossOf(double p, double h) { return p != p ? std::numeric_limits<double>::infinity() : h * -log(p); }

  // Likelihoods of an example of weight h: finite, whatever h.
  static double powerOf(double ratio, double h) {
    const double exponent = h * log(ratio);
    return exp(exponent > 300 ? 300 : exponent);
  }

  const size_t L, K;
  const MixingPlan& plan_;
  const MixingState& state_;
  const OverLanes& over_;
  // most examples of a block
  const size_t N;
  std::vector<Turn> turns_;
  // the probabilities of the lanes, by class, then example, then lane
  std::vector<double> own_;
  // by example, then lane: the logarithm of its likelihood, its weight in EW
  std::vector<double> lost_, weights_;
  // by lane: the logarithm of its weight before the first example; by share, then lane: the part that it receives
  std::vector<double> prior_, added_, largest_;
  // the lanes that are in use and not skipped
  std::vector<uint32_t> there_;
  // by example, then distribution: its share, and the logarithm of the probability that it gives the label
  std::vector<double> given_, labels_;
  // for all lanes, and for the lanes that a trial does not skip
  Mixed all_, tried_;
};

}  // namespace

void mix(const MixingPlan& plan, const MixingState& state, const MixingTurns& turns, double* out) {
  if (turns.size == 0) return;
  Mixer mixer(plan, state, turns.size);
  for (size_t from = 0; from < turns.size; from += mixer.most())
    mixer.block(turns, from, std::min(mixer.most(), turns.size - from), out);
}

}  // namespace ol
