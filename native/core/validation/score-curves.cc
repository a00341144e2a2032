#include <algorithm>
#include <cmath>
#include <vector>

#include "validation.h"

namespace ol::validation {
namespace {

// Weights of both classes at a score, or in a bin with this lower end.
struct Rank {
  double score, negative, positive;
};

// In descending order. Weights of equal scores are added in the reverse order of their examples.
std::vector<Rank> ranksOfScores(const Sums& sums) {
  struct Kept {
    double score, weight;
  };
  std::vector<Kept> kept(static_cast<size_t>(sums.sums[classes::kept]));
  for (size_t i = 0; i < kept.size(); i++) kept[i] = {sums.kept[2 * i], sums.kept[2 * i + 1]};
  std::stable_sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.score < b.score; });
  std::vector<Rank> ranks;
  for (size_t k = kept.size(); k > 0;) {
    Rank rank{kept[k - 1].score, 0, 0};
    for (; k > 0 && kept[k - 1].score == rank.score; k--) {
      const double weight = kept[k - 1].weight;
      if (weight > 0) rank.positive += weight;
      else rank.negative -= weight;
    }
    ranks.push_back(rank);
  }
  return ranks;
}

std::vector<Rank> ranksOfBins(const Sums& sums) {
  std::vector<Rank> ranks;
  for (size_t b = 2 * kOctaves; b-- > 0;) {
    const size_t from = (size_t{sums.blocks[b]} - 1) * 2 * kFineness;
    if (sums.blocks[b] == 0 || from + 2 * kFineness > sums.binsLength) continue;
    const bool above = b >= kOctaves;
    const auto octave = static_cast<int>(above ? b - kOctaves : kOctaves - 1 - b);
    const double power = std::ldexp(1.0, octave - static_cast<int>(kOctaves / 2));
    for (size_t bin = kFineness; bin-- > 0;) {
      const double negative = sums.bins[from + 2 * bin], positive = sums.bins[from + 2 * bin + 1];
      if (negative == 0 && positive == 0) continue;
      constexpr double all = kFineness;
      const double score = above ? power * (1 + static_cast<double>(bin) / all)
                                 : -power * (1 + static_cast<double>(kFineness - bin) / all);
      ranks.push_back({score, negative, positive});
    }
  }
  return ranks;
}

void roc(const std::vector<Rank>& ranks, const double* sums, const Curves& out) {
  const double farNegative = kPointDistance * (sums[classes::confusion] + sums[classes::confusion + 1]);
  const double farPositive = kPointDistance * (sums[classes::confusion + 2] + sums[classes::confusion + 3]);
  double area = 0, tied = 0, fp = 0, tp = 0, lastFp = 0, lastTp = 0, precision = 0, error = 0;
  size_t n = 0;
  const auto put = [&](double score) {
    if (n == kMostPoints) return;
    double* const point = out.points + kPointWidth * n++;
    point[0] = score;
    point[1] = fp;
    point[2] = tp;
  };
  for (size_t k = 0; k < ranks.size(); k++) {
    const auto [score, negative, positive] = ranks[k];
    const double nextFp = fp + negative, nextTp = tp + positive;
    const bool far = nextFp - lastFp > farNegative || nextTp - lastTp > farPositive;
    if (far && (fp > lastFp || tp > lastTp)) {
      put(ranks[k - 1].score);
      lastFp = fp;
      lastTp = tp;
    }
    area += negative * tp;
    tied += negative * positive;
    if (positive > 0) {
      const double now = nextTp / (nextTp + nextFp);
      // all positives of the rank first, then all negatives first
      const double most = nextTp / (nextTp + fp), least = tp == 0 ? 0 : tp / (tp + nextFp);
      precision += positive * now;
      error += negative > 0 ? positive * std::max(most - now, now - least) : 0;
    }
    fp = nextFp;
    tp = nextTp;
  }
  if (!ranks.empty()) put(ranks.back().score);
  out.figures[curve::area] = area;
  out.figures[curve::tied] = tied;
  out.figures[curve::precision] = precision;
  out.figures[curve::precisionError] = error;
  out.figures[curve::points] = static_cast<double>(n);
}

// The smallest probability, the quantiles 0.1, ..., 0.9, and the largest; both arrays are in descending order.
void edgesOf(const std::vector<double>& probabilities, const std::vector<double>& weights, double* edges) {
  double total = 0;
  for (const double weight : weights) total += weight;
  size_t k = probabilities.size() - 1;
  double before = 0;
  // the probability of this rank, from 0; ranks are requested in ascending order
  const auto at = [&](double rank) {
    while (k > 0 && before + weights[k] <= rank) before += weights[k--];
    return probabilities[k];
  };
  for (size_t i = 0; i <= kMostDeciles; i++) {
    const double rank = std::max(0.0, static_cast<double>(i) / static_cast<double>(kMostDeciles) * (total - 1));
    const double low = at(std::floor(rank));
    const size_t heldK = k;
    const double heldBefore = before;
    const double high = at(std::floor(rank) + 1);
    k = heldK;
    before = heldBefore;
    const double part = rank - std::floor(rank);
    edges[i] = part < 0.5 ? low + (high - low) * part : high - (high - low) * (1 - part);
  }
}

// How many there are.
size_t deciles(const std::vector<Rank>& ranks, double* out) {
  std::vector<double> probabilities(ranks.size()), weights(ranks.size());
  for (size_t k = 0; k < ranks.size(); k++) {
    probabilities[k] = 1 / (1 + exp(-ranks[k].score));
    weights[k] = ranks[k].negative + ranks[k].positive;
  }
  double edges[kMostDeciles + 1];
  edgesOf(probabilities, weights, edges);
  size_t made = 0, k = ranks.size();
  for (size_t bin = 0; bin < kMostDeciles; bin++) {
    double weight = 0, sum = 0, positive = 0;
    for (; k > 0 && (bin == kMostDeciles - 1 || probabilities[k - 1] <= edges[bin + 1]); k--) {
      weight += weights[k - 1];
      sum += weights[k - 1] * probabilities[k - 1];
      positive += ranks[k - 1].positive;
    }
    if (weight == 0) continue;
    const double decile[kDecileWidth] = {edges[bin], edges[bin + 1], weight, sum, positive};
    std::copy(decile, decile + kDecileWidth, out + kDecileWidth * made++);
  }
  return made;
}

}  // namespace

void scoreCurves(bool odds, const Sums& sums, const Curves& out) {
  const std::vector<Rank> ranks = sums.binsLength == 0 ? ranksOfScores(sums) : ranksOfBins(sums);
  roc(ranks, sums.sums, out);
  out.figures[curve::deciles] = odds && !ranks.empty() ? static_cast<double>(deciles(ranks, out.deciles)) : 0;
}

}  // namespace ol::validation
