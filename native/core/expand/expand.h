// Derived features. Twin: packages/fallback/src/expand/{expand,screen}.ts
#pragma once

#include "../table.h"
#include "state.h"

namespace ol::expand {

// Expands the examples from `from` on; returns the first example that does not fit.
size_t expand(const DerivationPlan& plan, State& s, const Batch& batch, const DerivedBatch& out, size_t from);

// Collects evidence from the residuals of predictions.
void screen(int depth, State& s, const DerivedBatch& out, const Residuals& residuals);

}  // namespace ol::expand
