// Twin: packages/fallback/src/refine/bend-classes.ts.
#include "bend-classes.h"

#include <vector>

#include "../math/log.h"

namespace ol {
namespace {

// The learning rates of the curves.
constexpr double kBinary = 0.5, kSeveral = 0.3;

struct Column {
  // the bent score
  double score;
  CurvePlace place;
  bool curved;
};

// A score of a diverged model, which is not a number, counts as the middle.
double clipped(double score, bool binary, double lowest) {
  if (score != score) return binary ? 0 : lowest;
  return score < lowest ? lowest : binary && score > -lowest ? -lowest : score;
}

// The logarithm of the sum of the exponentials of scores.
double logSum(const std::vector<Column>& columns) {
  double largest = columns[0].score;
  for (const Column& own : columns)
    if (own.score > largest) largest = own.score;
  double sum = 0;
  for (const Column& own : columns) sum += exp(own.score - largest);
  return largest + log(sum);
}

}  // namespace

size_t bendClasses(const BendingPlan& plan, const CurveState& state, const BendingTurns& turns, size_t from,
                   double* out) {
  // the smallest probability of a class, and the smallest score of a class that a curve distinguishes
  const double least = log(1e-7), lowest = log(1e-9);
  const bool binary = plan.binary;
  const size_t columns = plan.columns, all = columns * plan.most;
  double *cuts = state.points, *values = cuts + all, *evidence = values + all;
  std::vector<Column> own(columns);
  const auto movePoint = [&](size_t i, double gradient, double eta) {
    evidence[i] += gradient * gradient;
    values[i] -= (eta * gradient) / std::sqrt(evidence[i]);
  };
  const auto learn = [&](const CurvePlace& place, double gradient, double eta) {
    movePoint(place.low, gradient * (1 - place.share), eta);
    if (place.share > 0) movePoint(place.low + 1, gradient * place.share, eta);
  };
  for (size_t e = from; e < turns.size; e++) {
    const double* given = turns.given + e * columns;
    bool any = false;
    for (size_t k = 0; k < columns; k++) {
      const double score = clipped(given[k], binary, lowest);
      const size_t count = state.countOf(k);
      own[k].curved = count > 0;
      own[k].score = score;
      if (count == 0) continue;
      any = true;
      own[k].score += placeOn(own[k].place, cuts, values, k * plan.most, count, score);
    }
    const double sum = binary ? 0 : logSum(own);
    if (binary) {
      const double score = own[0].score;
      out[e] = score < least ? least : score > -least ? -least : score;
    } else {
      for (size_t k = 0; k < columns; k++) {
        const double score = own[k].score - sum;
        out[e * columns + k] = score < least ? least : score;
      }
    }
    if (turns.moves[e] != 1) continue;
    if (any) {
      const double h = turns.weights == nullptr ? 1 : turns.weights[e], label = turns.labels[e];
      if (binary) learn(own[0].place, h * (1 / (1 + exp(-own[0].score)) - (label > 0 ? 1 : 0)), kBinary);
      else
        for (size_t k = 0; k < columns; k++)
          if (own[k].curved)
            learn(own[k].place, h * (exp(own[k].score - sum) - (static_cast<double>(k) == label ? 1 : 0)), kSeveral);
    }
    const size_t at = state.examples() % kCurveWindow;
    for (size_t k = 0; k < columns; k++) state.scores[k * kCurveWindow + at] = clipped(given[k], binary, lowest);
    state.scalars[0]++;
    if (cutsAreDue(state.examples())) return e + 1;
  }
  return turns.size;
}

}  // namespace ol
