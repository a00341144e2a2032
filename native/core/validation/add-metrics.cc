#include <algorithm>
#include <array>
#include <cmath>

#include "score-bin.h"
#include "validation.h"

namespace ol::validation {
namespace {

// The place of the weights of a score; after all places if it has none yet.
size_t placeOf(const Sums& into, double score) {
  const size_t bin = scoreBin(score);
  const uint32_t block = into.blocks[bin / kFineness];
  return block == 0 ? into.binsLength : 2 * ((size_t{block} - 1) * kFineness + bin % kFineness);
}

bool addScore(const Sums& into, double score, bool positive, double weight) {
  if (into.binsLength == 0) {
    const auto at = 2 * static_cast<size_t>(into.sums[classes::kept]);
    if (at >= into.keptLength) return false;
    into.kept[at] = score;
    into.kept[at + 1] = positive ? weight : -weight;
    into.sums[classes::kept]++;
    return true;
  }
  const size_t at = placeOf(into, score) + (positive ? 1 : 0);
  if (at >= into.binsLength) return false;
  into.bins[at] += weight;
  return true;
}

// The ends of the bins of probabilities.
constexpr std::array<double, kCalibrationBins> kEdges = [] {
  std::array<double, kCalibrationBins> edges{};
  for (size_t k = 0; k < edges.size(); k++) edges[k] = static_cast<double>(k + 1) / kCalibrationBins;
  return edges;
}();

// The bin (from, to] of a probability; the first also has 0.
size_t calibrationBin(double probability) {
  // the product can round to the other side of an edge; the division defines the edges
  size_t bin = std::min(kCalibrationBins - 1, static_cast<size_t>(probability * kCalibrationBins));
  while (bin > 0 && probability <= kEdges[bin - 1]) bin--;
  while (bin < kCalibrationBins - 1 && probability > kEdges[bin]) bin++;
  return bin;
}

// Returns false, with nothing changed, if the score does not fit.
bool addClass(const Sums& into, double score, bool positive, double weight) {
  if (!addScore(into, score, positive, weight)) return false;
  double* const sums = into.sums;
  sums[classes::examples]++;
  sums[classes::weight] += weight;
  sums[classes::confusion + (positive ? 2 : 0) + (score > 0 ? 1 : 0)] += weight;
  return true;
}

void addOdds(double* sums, double probability, bool positive, double weight, double loss) {
  const double off = positive ? 1 - probability : probability;
  sums[classes::loss] += weight * loss;
  sums[classes::squares] += weight * off * off;
  double* const calibration = sums + classes::calibration + 3 * calibrationBin(probability);
  calibration[0] += weight;
  calibration[1] += weight * probability;
  calibration[2] += positive ? weight : 0;
}

void addNumber(double* sums, double prediction, double label, double weight, double loss) {
  const double off = prediction - label;
  sums[numbers::examples]++;
  sums[numbers::weight] += weight;
  sums[numbers::squareError] += weight * off * off;
  sums[numbers::absoluteError] += weight * std::abs(off);
  const double fromMean = label - sums[numbers::mean];
  // the quotient first: the mean of one label is that label, whatever its weight
  sums[numbers::mean] += fromMean * (weight / sums[numbers::weight]);
  sums[numbers::squares] += weight * fromMean * (label - sums[numbers::mean]);
  // a label of 0 has no relative error, not even if the prediction is 0
  sums[numbers::relativeError] += weight * (label == 0 ? HUGE_VAL : std::abs(off) / std::abs(label));
  // an example that diverged
  if (std::isfinite(loss)) sums[numbers::loss] += weight * loss;
}

// The number of examples that are prepared in one loop, whose iterations are independent.
constexpr size_t kBlock = 64;

// Finds the probabilities of examples, and fetches the bins of their scores.
void prepare(Link link, const Sums& into, const double* scores, size_t count, double* probabilities) {
  for (size_t k = 0; k < count; k++) {
    const double prediction = predictionOf(link, scores[k]);
    probabilities[k] = predictionOf(Link::logistic, prediction);
    if (into.binsLength > 0) __builtin_prefetch(into.bins + placeOf(into, prediction), 1);
  }
}

double termOf(Term term, double off, double loss) {
  if (term == Term::loss) return loss;
  return term == Term::square ? off * off : std::abs(off);
}

}  // namespace

size_t addMetrics(const Plan& plan, const Validated& validated, const Totals& totals, const Sums& into, size_t from,
                  size_t to, double until) {
  const bool odds = plan.evaluating == Evaluating::odds;
  double* const all = totals.totals;
  double probabilities[kBlock];
  size_t e = from;
  for (; e < to && all[total::labelled] < until; e++) {
    const size_t k = (e - from) % kBlock;
    if (odds && k == 0) prepare(plan.link, into, validated.predictions + e, std::min(kBlock, to - e), probabilities);
    const double label = validated.labels[e];
    const double weight = validated.weights == nullptr ? 1 : validated.weights[e];
    if (std::isnan(label) || weight == 0) continue;
    const double prediction = predictionOf(plan.link, validated.predictions[e]);
    if (std::isfinite(prediction)) {
      const double loss = validated.losses[e];
      if (plan.evaluating == Evaluating::numbers) addNumber(into.sums, prediction, label, weight, loss);
      else if (!addClass(into, prediction, label > 0, weight)) return e;
      if (odds) addOdds(into.sums, probabilities[k], label > 0, weight, loss);
      const double term = termOf(plan.term, prediction - label, loss);
      const auto place = static_cast<size_t>(all[total::place]);
      double* const record = totals.recent + place;
      record[0] = weight;
      record[1] = label;
      record[2] = term;
      record[3] = prediction;
      all[total::place] = static_cast<double>(place + kRecordWidth == totals.recentLength ? 0 : place + kRecordWidth);
      all[total::scored]++;
      all[total::weight] += weight;
      // an example that diverged
      if (std::isfinite(term)) all[total::sum] += weight * term;
    }
    all[total::labelled]++;
  }
  return e;
}

}  // namespace ol::validation
