// Bends predicted numbers along curves: see packages/spec/src/bending.ts.
#pragma once

#include "curve-place.h"

namespace ol {

// See BendingCalls.bendNumbers.
size_t bendNumbers(const BendingPlan& plan, const CurveState& state, double* numbers, const BendingTurns& turns,
                   size_t from, double* out);

}  // namespace ol
