// The registry of the addon's rules, by the codes of the table of rules.
#pragma once

#include "table.h"

namespace ol {

struct RuleInfo {
  const char* id;
  int code, lane, shared, scalars, laneScalars, params;
  // whether the last lane state is a row of a matrix
  bool matrix = false;
};

// One past the largest code.
int ruleCodes();
// null where no rule has the code
const RuleInfo* ruleInfo(int code);
void learn(const Plan& plan, const Table& table, const Batch& batch, const Results& results);
void predict(const Plan& plan, const Table& table, const Batch& batch, const Results& results);

}  // namespace ol
