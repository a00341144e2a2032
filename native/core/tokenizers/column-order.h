// The order of columns, twin of packages/fallback/src/tokenizers/column-order.ts.
#pragma once

#include <vector>

#include "tokens.h"

namespace ol::tokenizers {

// Puts the features of a row into the order of a plan.
class ColumnOrder {
 public:
  explicit ColumnOrder(const TokenPlan& plan) : plan_(plan), ends_(plan.isOrdered ? plan.columns : 0) {}

  // Records that the features of column `k` end before feature `n`.
  void end(size_t k, size_t n) {
    if (k < ends_.size()) ends_[k] = n;
  }

  // Moves the features of a row, from `first` on, and writes its runs of namespaces from `spaces` on; `spaces`
  // becomes their end.
  void arrange(size_t first, size_t& spaces, size_t firstSpace, const Tokens& out) {
    if (ends_.empty()) return;
    spaces = firstSpace;
    indices_.assign(out.indices + first, out.indices + ends_.back());
    values_.assign(out.values + first, out.values + ends_.back());
    size_t n = first;
    for (size_t place = 0; place < ends_.size(); place++) {
      const size_t k = plan_.columnOrder[place];
      const size_t from = k == 0 ? first : ends_[k - 1];
      if (from == ends_[k]) continue;
      for (size_t f = from; f < ends_[k]; f++, n++) {
        out.indices[n] = indices_[f - first];
        out.values[n] = values_[f - first];
      }
      if (plan_.spaces) putSpace(out, spaces, plan_.columnSpaces[k], n);
    }
  }

 private:
  const TokenPlan& plan_;
  // by column: where its features end in the row that is being read
  std::vector<size_t> ends_;
  std::vector<uint32_t> indices_;
  std::vector<double> values_;
};

}  // namespace ol::tokenizers
