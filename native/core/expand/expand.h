// Derived features. Twin: packages/fallback/src/expand/{expand,screen}.ts
#pragma once

#include "../table.h"
#include "state.h"

namespace ol::expand {

// Expands the examples from `from` on; the example for which there was no room, having done those before it.
size_t expand(const DerivationPlan& plan, State& s, const Batch& batch, const DerivedBatch& out, size_t from);

// Collects evidence in what predictions left unexplained.
void screen(int depth, State& s, const DerivedBatch& out, const Residuals& residuals);

}  // namespace ol::expand
