// Twin: packages/fallback/src/intervals/class-sets.ts.
#include "class-sets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "../mixture/class-probabilities.h"

namespace ol {
namespace {

// Fills the probabilities of the classes of n examples.
void plannedProbabilities(const SetPlan& plan, const double* scores, size_t n, double* p) {
  if (!plan.binary) return classProbabilities(scores, n, plan.classes, plan.independent, p);
  for (size_t e = 0; e < n; e++) {
    p[2 * e] = -scores[e];
    p[2 * e + 1] = scores[e];
  }
  logistics(p, 2 * n, p);
  // a score that is no number has no probabilities
  for (size_t e = 0; e < n; e++)
    if (std::isnan(scores[e])) p[2 * e] = p[2 * e + 1] = scores[e];
}

double sumAbove(const double* p, size_t classes, size_t label) {
  const double own = p[label];
  double sum = 0;
  for (size_t k = 0; k < classes; k++)
    if (p[k] > own || (p[k] == own && k < label)) sum += p[k];
  return sum;
}

// Leaves the probabilities in another order.
size_t sizeAt(double* p, size_t classes, double threshold) {
  double above = 0;
  size_t left = classes;
  std::make_heap(p, p + left);
  while (left > 0 && above <= threshold) {
    above += p[0];
    std::pop_heap(p, p + left--);
  }
  return classes - left;
}

}  // namespace

void rankLabels(const SetPlan& plan, const RankedLabels& ranked, const LabelRanks& ranks) {
  const size_t K = plan.classes, width = plan.binary ? 1 : K, most = blockOf(K, ranked.size);
  for (size_t from = 0; from < ranked.size; from += most) {
    const size_t n = std::min(most, ranked.size - from);
    double* p = ranks.probabilities + from * K;
    plannedProbabilities(plan, ranked.scores + from * width, n, p);
    for (size_t e = from; e < from + n; e++, p += K) {
      const double given = ranked.labels[e], label = plan.binary ? (given > 0 ? 1 : 0) : given;
      const bool none = std::isnan(given) || label < 0 || std::isnan(p[0]);
      ranks.above[e] = none                              ? std::numeric_limits<double>::quiet_NaN()
                       : label >= static_cast<double>(K) ? std::numeric_limits<double>::infinity()
                                                         : sumAbove(p, K, static_cast<size_t>(label));
    }
  }
}

void sizeSets(const SizedSets& sized, double* sizes) {
  const size_t K = sized.classes;
  std::vector<double> own(K);
  for (size_t e = 0; e < sized.size; e++) {
    std::copy_n(sized.probabilities + e * K, K, own.data());
    sizes[e] = static_cast<double>(sizeAt(own.data(), K, sized.thresholds[e]));
  }
}

}  // namespace ol
