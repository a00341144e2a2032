// Twin: packages/fallback/src/refine/bend-numbers.ts.
#include "bend-numbers.h"

namespace ol {
namespace {

// The largest share of an error that a point takes, and deviations at which an error is cut.
constexpr double kLargest = 0.2, kFarthest = 6;

}  // namespace

size_t bendNumbers(const BendingPlan& plan, const CurveState& state, double* s, const BendingTurns& turns, size_t from,
                   double* out) {
  double *cuts = state.points, *values = cuts + plan.most, *evidence = values + plan.most;
  const size_t count = state.countOf(0);
  const auto movePoint = [&](size_t i, double share, double error, double h) {
    evidence[i] += h * share;
    const double root = std::sqrt(evidence[i]);
    const double part = h / (root * std::sqrt(root));
    values[i] += share * error * (part > kLargest ? kLargest : part);
  };
  CurvePlace place{0, 0};
  for (size_t e = from; e < turns.size; e++) {
    const double prediction = turns.given[e];
    out[e] = prediction;
    if (count > 0) {
      const double bent = prediction + placeOn(place, cuts, values, 0, count, prediction);
      out[e] = bent < s[0] ? s[0] : bent > s[1] ? s[1] : bent;
    }
    if (turns.moves[e] != 1 || prediction != prediction) continue;
    const double h = turns.weights == nullptr ? 1 : turns.weights[e], label = turns.labels[e];
    if (count > 0) {
      const double error = label - out[e];
      const double widest = kFarthest * std::sqrt(s[3] / s[2]);
      const double cut = error < -widest ? -widest : error > widest ? widest : error;
      movePoint(place.low, 1 - place.share, cut, h);
      if (place.share > 0) movePoint(place.low + 1, place.share, cut, h);
    }
    if (s[2] == 0) s[0] = s[1] = label;
    else if (label < s[0]) s[0] = label;
    else if (label > s[1]) s[1] = label;
    const double off = label - prediction;
    s[2] += h;
    s[3] += h * (off * off);
    state.scores[state.examples() % kCurveWindow] = prediction;
    state.scalars[0]++;
    if (cutsAreDue(state.examples())) return e + 1;
  }
  return turns.size;
}

}  // namespace ol
