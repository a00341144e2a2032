#include <algorithm>
#include <cmath>

#include "score-bin.h"
#include "validation.h"

namespace ol::validation {
namespace {

bool addScore(const Sums& into, double score, bool positive, double weight) {
  if (into.binsLength == 0) {
    const auto at = 2 * static_cast<size_t>(into.sums[classes::kept]);
    if (at >= into.keptLength) return false;
    into.kept[at] = score;
    into.kept[at + 1] = positive ? weight : -weight;
    into.sums[classes::kept]++;
    return true;
  }
  const size_t bin = scoreBin(score);
  const uint32_t block = into.blocks[bin / kFineness];
  const size_t at = 2 * ((size_t{block} - 1) * kFineness + bin % kFineness) + (positive ? 1 : 0);
  if (block == 0 || at >= into.binsLength) return false;
  into.bins[at] += weight;
  return true;
}

// The bin (from, to] of a probability; the first also has `from`.
size_t calibrationBin(double probability) {
  constexpr double bins = kCalibrationBins;
  // the product can round to the other side of an edge; the edges are those of the division
  double bin = std::min(bins - 1, std::floor(probability * bins));
  while (bin > 0 && probability <= bin / bins) bin--;
  while (bin < bins - 1 && probability > (bin + 1) / bins) bin++;
  return static_cast<size_t>(bin);
}

// False where there is no room for the score; then nothing has changed.
bool addClass(bool odds, const Sums& into, double score, bool positive, double weight, double loss) {
  if (!addScore(into, score, positive, weight)) return false;
  double* const sums = into.sums;
  sums[classes::examples]++;
  sums[classes::weight] += weight;
  sums[classes::confusion + (positive ? 2 : 0) + (score > 0 ? 1 : 0)] += weight;
  if (!odds) return true;
  const double probability = 1 / (1 + exp(-score));
  const double off = positive ? 1 - probability : probability;
  sums[classes::loss] += weight * loss;
  sums[classes::squares] += weight * off * off;
  double* const calibration = sums + classes::calibration + 3 * calibrationBin(probability);
  calibration[0] += weight;
  calibration[1] += weight * probability;
  if (positive) calibration[2] += weight;
  return true;
}

void addNumber(double* sums, double prediction, double label, double weight) {
  const double off = prediction - label;
  sums[numbers::examples]++;
  sums[numbers::weight] += weight;
  sums[numbers::squareError] += weight * off * off;
  sums[numbers::absoluteError] += weight * std::abs(off);
  const double fromMean = label - sums[numbers::mean];
  // the quotient first: the mean of one label is that label, whatever its weight
  sums[numbers::mean] += fromMean * (weight / sums[numbers::weight]);
  sums[numbers::squares] += weight * fromMean * (label - sums[numbers::mean]);
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
  size_t e = from;
  for (; e < to && all[total::labelled] < until; e++) {
    const double label = validated.labels[e];
    const double weight = validated.weights == nullptr ? 1 : validated.weights[e];
    if (std::isnan(label) || weight == 0) continue;
    const double prediction = predictionOf(plan.link, validated.predictions[e]);
    if (std::isfinite(prediction)) {
      const double loss = validated.losses[e];
      if (plan.evaluating == Evaluating::numbers) addNumber(into.sums, prediction, label, weight);
      else if (!addClass(odds, into, prediction, label > 0, weight, loss)) return e;
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
      // of a diverged example
      if (std::isfinite(term)) all[total::sum] += weight * term;
    }
    all[total::labelled]++;
  }
  return e;
}

}  // namespace ol::validation
