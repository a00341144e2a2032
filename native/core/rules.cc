#include "rules.h"

#include "engine.h"
#include "rules/adagrad.h"
#include "rules/nag.h"
#include "rules/ng.h"
#include "rules/sgd.h"
#include "rules/snag.h"

namespace ol {
namespace {

using Run = void (*)(const Plan&, const Table&, const Batch&, const Results&, bool learning);

template <class R, class Real, int LANES>
void run(const Plan& plan, const Table& table, const Batch& batch, const Results& results, bool learning) {
  Engine<R, Real, LANES> engine(plan, table, batch, results);
  if (learning) engine.learn();
  else engine.predict();
}

struct Entry {
  RuleInfo info;
  // by precision, then one lane or many
  Run runs[2][2];
};

template <class R>
constexpr Entry entryOf() {
  return {{R::id, R::lane, R::shared, R::scalars, R::laneScalars, R::params},
          {{run<R, float, 1>, run<R, float, 0>}, {run<R, double, 1>, run<R, double, 0>}}};
}

constexpr Entry kRules[] = {entryOf<Nag>(), entryOf<Ng>(), entryOf<Snag>(), entryOf<AdaGrad>(), entryOf<Sgd>()};

void dispatch(const Plan& plan, const Table& table, const Batch& batch, const Results& results, bool learning) {
  kRules[plan.rule].runs[table.wide][table.lanes > 1](plan, table, batch, results, learning);
}

}  // namespace

int ruleCount() { return sizeof kRules / sizeof kRules[0]; }
const RuleInfo& ruleInfo(int code) { return kRules[code].info; }

void learn(const Plan& plan, const Table& table, const Batch& batch, const Results& results) {
  dispatch(plan, table, batch, results, true);
}

void predict(const Plan& plan, const Table& table, const Batch& batch, const Results& results) {
  dispatch(plan, table, batch, results, false);
}

}  // namespace ol
