// The registry of rules: what the addon offers, in the order of their codes in the table of rules.
#pragma once

#include "table.h"

namespace ol {

struct RuleInfo {
  const char* id;
  int lane, shared, scalars, laneScalars, params;
};

int ruleCount();
const RuleInfo& ruleInfo(int code);
void learn(const Plan& plan, const Table& table, const Batch& batch, const Results& results);
void predict(const Plan& plan, const Table& table, const Batch& batch, const Results& results);

}  // namespace ol
