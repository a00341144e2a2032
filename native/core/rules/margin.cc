#include "../registry.h"
#include "margin/arow.h"
#include "margin/cw.h"
#include "margin/pa.h"
#include "margin/pax.h"
#include "margin/perceptron.h"
#include "margin/pnorm-perceptron.h"
#include "margin/second-order.h"

namespace ol {

std::vector<Entry> marginRules() {
  return {entryOf<PerceptronRule>(),
          entryOf<PnormPerceptron>(),
          entryOf<Pa>(),
          entryOf<Pa1>(),
          entryOf<Pa2>(),
          entryOf<Pax>(),
          entryOf<PaxPnorm>(),
          entryOf<Sop>(),
          entryOf<Arow>(),
          entryOf<ArowOmd>(),
          entryOf<Cw>()};
}

}  // namespace ol
