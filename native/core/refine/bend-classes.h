// Bends scores of classes along curves: see packages/spec/src/bending.ts.
#pragma once

#include "curve-place.h"

namespace ol {

// See BendingCalls.bendClasses.
size_t bendClasses(const BendingPlan& plan, const CurveState& state, const BendingTurns& turns, size_t from,
                   double* out);

}  // namespace ol
