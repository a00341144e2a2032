// Predictions and losses of several classes from their scores. Twin: packages/spec/src/mixing.ts, which says what the
// arrays are.
#pragma once

#include <cstddef>

namespace ol {

struct SettlingPlan {
  size_t classes;
  bool independent;
};

struct ScoredClasses {
  size_t size, known;
  const double* labels;
  const double* probabilities;  // null: the outcome has the scores
};

// From the first of the examples on.
struct ClassOutcome {
  double *scores, *predictions, *logLosses;
};

// See Backend.settleClasses. Twin: packages/fallback/src/mixture/settle-classes.ts.
void settleClasses(const SettlingPlan& plan, const ScoredClasses& scored, const ClassOutcome& outcome);

}  // namespace ol
