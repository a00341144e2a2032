#include "margin.h"
#include "second-order.h"

#include "../../registry.h"

namespace ol {

std::vector<Entry> classifierRules() {
  return {entryOf<PerceptronRule>(), entryOf<PnormPerceptron>(), entryOf<Pa>(),   entryOf<Pa1>(),
          entryOf<Pa2>(),        entryOf<Pax>(),             entryOf<PaxPnorm>(), entryOf<Sop>(),
          entryOf<Arow>(),       entryOf<ArowOmd>(),         entryOf<Cw>()};
}

}  // namespace ol
