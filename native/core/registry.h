// How a family of rules offers its engines.
#pragma once

#include <vector>

#include "engine.h"
#include "rules.h"

namespace ol {

using RunFunction = void (*)(const Plan&, const Table&, const Batch&, const Results&, bool learning);

struct Entry {
  RuleInfo info;
  // by precision, then one lane or many
  RunFunction runs[2][2];
};

template <class R, class Real, int LANES>
void runEngine(const Plan& plan, const Table& table, const Batch& batch, const Results& results, bool learning) {
  Engine<R, Real, LANES> engine(plan, table, batch, results);
  if (learning) engine.learn();
  else engine.predict();
}

template <class R>
Entry entryOf() {
  return {{R::id, R::code, R::lane, R::shared, R::scalars, R::laneScalars, R::params},
          {{runEngine<R, float, 1>, runEngine<R, float, 0>}, {runEngine<R, double, 1>, runEngine<R, double, 0>}}};
}

// One function a family, each in a file of its own (rules/<family>/<family>.cc).
std::vector<Entry> rossRules();
std::vector<Entry> duchiRules();
std::vector<Entry> baselineRules();

}  // namespace ol
