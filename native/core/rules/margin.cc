#include "../registry.h"
#include "margin/margin.h"
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
