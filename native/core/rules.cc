#include "rules.h"

#include "registry.h"
#include "tiers.h"

namespace ol {
namespace {

// By code; immutable once made, so that threads may share it.
const std::vector<Entry>& registry() {
  static const std::vector<Entry> entries = [] {
    std::vector<Entry> byCode;
    for (const auto& kind : {normalizedRules(), gradientRules(), adagradRules(), mirrorDescentRules(), marginRules(),
                             parameterFreeRules(), fullMatrixRules(), modifiedRules(), standardizedRules()}) {
      for (const Entry& entry : kind) {
        const size_t code = static_cast<size_t>(entry.info.code);
        if (byCode.size() <= code) byCode.resize(code + 1, Entry{});
        byCode[code] = entry;
      }
    }
    return byCode;
  }();
  return entries;
}

void dispatch(const Plan& plan, const Table& table, const Batch& batch, const Results& results, bool learning) {
  const Entry& entry = registry()[static_cast<size_t>(plan.rule)];
  const int width = static_cast<int>(tier());
  const RunFunction run = table.lanes == 1 ? entry.one[width][table.wide] : entry.many[width][table.wide];
  run(plan, table, batch, results, learning);
}

}  // namespace

int ruleCodes() { return static_cast<int>(registry().size()); }

const RuleInfo* ruleInfo(int code) {
  if (code < 0 || code >= ruleCodes()) return nullptr;
  const RuleInfo& info = registry()[static_cast<size_t>(code)].info;
  return info.id == nullptr ? nullptr : &info;
}

void learn(const Plan& plan, const Table& table, const Batch& batch, const Results& results) {
  dispatch(plan, table, batch, results, true);
}

void predict(const Plan& plan, const Table& table, const Batch& batch, const Results& results) {
  dispatch(plan, table, batch, results, false);
}

}  // namespace ol
