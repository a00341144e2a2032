// How a kind of rules offers its engines.
#pragma once

#include <vector>

#include "engine/engine.h"
#include "rules.h"

namespace ol {

using RunFunction = void (*)(const Plan&, const Table&, const Batch&, const Results&, bool learning);

struct Entry {
  RuleInfo info;
  // one lane and many, by tier and precision
  RunFunction one[3][2];
  RunFunction many[3][2];
};

template <class E>
void runEngine(const Plan& plan, const Table& table, const Batch& batch, const Results& results, bool learning) {
  E engine(plan, table, batch, results);
  if (learning) engine.learn();
  else engine.predict();
}

template <class R>
Entry entryOf() {
  // A separate loop for one lane pays if the step comes from the loss; the other rules do without, which halves
  // their compile time.
  constexpr int one = R::hasAccumulate && !R::hasSurvey ? 1 : 0;
  Entry entry{{R::id, R::code, R::lane, R::shared, R::scalars, R::laneScalars, R::params, R::matrix}, {}, {}};
  for (int tier = 0; tier < 3; tier++) {
    entry.one[tier][0] = runEngine<baseline::Engine<R, float, one>>;
    entry.one[tier][1] = runEngine<baseline::Engine<R, double, one>>;
    entry.many[tier][0] = runEngine<baseline::Engine<R, float, 0>>;
    entry.many[tier][1] = runEngine<baseline::Engine<R, double, 0>>;
  }
#if OL_HAS_TIERS
  // not worth the code for rules whose lanes are processed one after another, or for rare rules; nor for vectors of
  // 8 doubles in a table of doubles, which fetches twice as much
  if constexpr (R::hasAccumulate && R::hasTiers) {
    entry.one[1][0] = runEngine<avx2::Engine<R, float, one>>;
    entry.many[1][0] = runEngine<avx2::Engine<R, float, 0>>;
    entry.one[2][0] = runEngine<avx512::Engine<R, float, one>>;
    entry.many[2][0] = runEngine<avx512::Engine<R, float, 0>>;
    entry.one[1][1] = entry.one[2][1] = runEngine<avx2::Engine<R, double, one>>;
    entry.many[1][1] = entry.many[2][1] = runEngine<avx2::Engine<R, double, 0>>;
  }
#endif
  return entry;
}

// The entry of a rule that runs on the engine of another.
template <class R>
Entry sharedBy(Entry entry) {
  entry.info.id = R::id;
  entry.info.code = R::code;
  return entry;
}

// One function for each kind of rules, in its own file (rules/<kind>.cc).
std::vector<Entry> normalizedRules();
std::vector<Entry> gradientRules();
std::vector<Entry> adagradRules();
std::vector<Entry> mirrorDescentRules();
std::vector<Entry> marginRules();
std::vector<Entry> parameterFreeRules();
std::vector<Entry> fullMatrixRules();
std::vector<Entry> standardizedRules();
// those with modifiers: modifiers.cc
std::vector<Entry> modifiedRules();

}  // namespace ol
